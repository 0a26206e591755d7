/**
 * Planted bugs in the crossing contract's bridge over CCTP, as in `mutants.mjs`; their names begin with «cctp».
 * @type {readonly (readonly [name: string, file: string, from: string, to: string])[]}
 */
export const cctpMutants = [
  [
    'cctp: less is burned',
    'crossing/cctp/CctpBridge',
    '                amount,\n                domain,',
    '                amount - 1,\n                domain,',
  ],
  [
    'cctp: all of it may be kept as a fee',
    'crossing/cctp/CctpBridge',
    'uint256 fee = amount - paid;',
    'uint256 fee = amount - 1;',
  ],
  ['cctp: a fee buys nothing', 'crossing/cctp/CctpBridge', 'fee == 0 ? FINALIZED : FAST', 'FINALIZED'],
  ['cctp: what costs nothing is not final', 'crossing/cctp/CctpBridge', 'fee == 0 ? FINALIZED : FAST', 'FAST'],
  [
    'cctp: anyone may have a payment for a contract received',
    'crossing/cctp/CctpBridge',
    'direct ? bytes32(0) : here',
    'bytes32(0)',
  ],
  [
    'cctp: nobody may have a payment for its recipient received',
    'crossing/cctp/CctpBridge',
    'direct ? bytes32(0) : here',
    'here',
  ],
  ['cctp: a receiver is paid before it is called', 'crossing/cctp/CctpBridge', 'direct ? receiver : here', 'receiver'],
  ['cctp: a recipient is paid by the contract', 'crossing/cctp/CctpBridge', 'direct ? receiver : here', 'here'],
  [
    'cctp: it is not said when it was burned',
    'crossing/cctp/CctpBridge',
    'abi.encode(block.timestamp, ++deposits, receiver, message)',
    'abi.encode(uint256(0), ++deposits, receiver, message)',
  ],
  [
    'cctp: what is here counts as minted',
    'crossing/cctp/CctpBridge',
    'paid = Token.balanceOf(token, address(this)) - before;',
    'paid = Token.balanceOf(token, address(this));',
  ],
  ['cctp: nothing may be minted', 'crossing/cctp/CctpBridge', 'if (paid == 0) revert NothingArrived(0, 0);', ''],
  [
    'cctp: who completes is paid',
    'crossing/cctp/CctpBridge',
    'Token.transfer(token, receiver, paid);',
    'Token.transfer(token, msg.sender, paid);',
  ],
  [
    'cctp: a receiver is not called',
    'crossing/cctp/CctpBridge',
    'if (receiver.code.length != 0) {',
    'if (receiver.code.length == 1) {',
  ],
  [
    'cctp: an account is called',
    'crossing/cctp/CctpBridge',
    'if (receiver.code.length != 0) {',
    'if (receiver != address(0)) {',
  ],
  [
    'cctp: a network has the domain of another',
    'crossing/cctp/CctpBridge',
    'if (network == 8453) return 6;',
    'if (network == 8453) return 7;',
  ],
  ['cctp: an unknown network is ethereum', 'crossing/cctp/CctpBridge', 'revert WrongNetwork(network);', ''],
  [
    'cctp: the token is of any network',
    'crossing/cctp/CctpBridge',
    'message[SOURCE:SOURCE + 4]',
    'message[SOURCE + 4:SOURCE + 8]',
  ],
  ['cctp: burns have no number', 'crossing/cctp/CctpBridge', '++deposits', 'deposits'],
]
