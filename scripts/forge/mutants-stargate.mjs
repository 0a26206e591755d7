const file = 'crossing/stargate/StargateBridge'

/**
 * Planted bugs in the crossing contract's bridge over Stargate, as in `mutants.mjs`; their names begin with «stargate».
 * @type {readonly (readonly [name: string, file: string, from: string, to: string])[]}
 */
export const stargateMutants = [
  ['stargate: anyone may say what was paid', file, ' || msg.sender != IStargate(pool).endpoint()', ''],
  ['stargate: any contract may be a pool', file, '_messaging().assetIds(pool) == 0 || ', ''],
  [
    'stargate: who executes is paid',
    file,
    'Token.transfer(token, receiver, amount);',
    'Token.transfer(token, tx.origin, amount);',
  ],
  [
    'stargate: all that waits is passed on',
    file,
    'Token.transfer(token, receiver, amount);',
    'Token.transfer(token, receiver, Token.balanceOf(token, address(this)));',
  ],
  ['stargate: another word is the amount', file, 'composed[PAID:PAID + 32]', 'composed[PAID + 32:PAID + 64]'],
  ['stargate: a receiver is not called', file, 'if (receiver.code.length != 0) {', 'if (receiver.code.length == 1) {'],
  ['stargate: an account is called', file, 'if (receiver.code.length != 0) {', 'if (receiver != address(0)) {'],
  ['stargate: passing on is not told', file, 'emit Passed(guid, amount);', ''],
  [
    'stargate: the endpoint may send coins along',
    file,
    'address, bytes calldata) external {',
    'address, bytes calldata) external payable {',
  ],
  ['stargate: the second asset is not there', file, 'id <= USDT', 'id < USDT'],
  ['stargate: a pool of another token', file, ' && IStargate(pool).token() == asset', ''],
  ['stargate: an asset that is not there is asked', file, 'pool != address(0) && ', ''],
  ['stargate: less is sent', file, 'param.amountLD = one.amount;', 'param.amountLD = one.amount - 1;'],
  ['stargate: there is no least', file, 'param.minAmountLD = one.least;', ''],
  ['stargate: the least is rounded down', file, '(paid + unitThere - 1) / unitThere', 'paid / unitThere'],
  ['stargate: the least is in units of there', file, ' / unitThere * _unit(block.chainid)', ' / unitThere'],
  ['stargate: every token has the same decimals', file, 'network == 56 ? 1e12 : 1', '1'],
  [
    'stargate: the receiver itself is paid before it is called',
    file,
    'param.to = bytes32(uint256(uint160(address(this))));',
    '',
  ],
  ['stargate: a recipient is paid by the contract', file, 'if (message.length == 0) return param;', ''],
  ['stargate: the swap there gets no gas', file, 'gas + gas / 16 + PASSING_GAS', 'PASSING_GAS'],
  ['stargate: passing on gets no gas', file, 'gas + gas / 16 + PASSING_GAS', 'gas + gas / 16'],
  ['stargate: what the calls keep is not added', file, 'gas + gas / 16 + PASSING_GAS', 'gas + PASSING_GAS'],
  ['stargate: the message is not paid for', file, 'sendToken{value: msg.value}', 'sendToken{value: 0}'],
  [
    'stargate: what is left of the value goes to the caller',
    file,
    'MessagingFee(msg.value, 0), one.refundTo',
    'MessagingFee(msg.value, 0), msg.sender',
  ],
  ['stargate: Stargate may take more', file, 'Token.approve(asset, pool, 0);', 'Token.approve(asset, pool, 1);'],
  ['stargate: less than a unit is kept', file, 'if (left != 0) Token.transfer(asset, one.refundTo, left);', ''],
  ['stargate: it is not said when it was sent', file, 'block.timestamp,\n', '0,\n'],
  ['stargate: a network has the number of another', file, 'return (30184,', 'return (30111,'],
  [
    'stargate: a network has the Stargate of another',
    file,
    '0x88853D410299BCBfE5fCC9Eef93c03115E908279',
    '0xcbE78230CcA58b9EF4c3c5D1bC0D7E4b3206588a',
  ],
  ['stargate: an unknown network has a number', file, 'revert WrongNetwork(network);', 'return (30101, address(0));'],
]
