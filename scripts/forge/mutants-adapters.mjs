/**
 * Planted bugs in the adapters, tested with the suite of the adapter. Format as in `mutants.mjs`; files are in
 * contracts/src/adapters.
 */

/** @typedef {readonly [name: string, file: string, from: string, to: string]} Mutant */

/**
 * Shared by the adapters that approve: the file, and the statement that resets the approval.
 * @type {readonly (readonly [name: string, to: string])[]}
 */
const approving = [
  ['BalancerV2', 'vault'],
  ['CurveCrypto', 'pool'],
  ['CurveStable', 'pool'],
  ['Erc4626', 'pool'],
  ['FluidDex', 'pool'],
  ['Lido', 'pool'],
  ['Psm', 'pool'],
  ['StableSwap', 'pool'],
]
const whole = 'if (left != 0) revert PartialFill(amountIn - left, amountIn);'
const taking = ['BalancerV2', 'CurveCrypto', 'CurveStable', 'Erc4626', 'FluidDex', 'StableSwap']

/**
 * A bug that leaves something out.
 * @param {string} bug
 * @param {string} file
 * @param {string} text
 * @returns {Mutant}
 */
const mutant = (bug, file, text) => [bug, file, text, '']

/** @type {readonly Mutant[]} */
const common = [
  ...approving.map(([name, to]) => mutant('leaves its approval', name, `Token.approve(tokenIn, ${to}, 0);`)),
  ...taking.map((name) => mutant('keeps what the pool does not take', name, whole)),
]

/** @type {readonly Mutant[]} */
const own = [
  ['buys for an exact output', 'BalancerV2', 'SingleSwap(id, 0, ', 'SingleSwap(id, 1, '],
  ['loses the number of the pool', 'BalancerV2', ' | (data & (1 << 46) - 1)', ''],
  ['loses the specialisation of the pool', 'BalancerV2', ' | (data >> 46) << 80', ''],
  ['leaves the output in the vault', 'BalancerV2', 'false, to, false)', 'false, to, true)'],
  ['keeps the output', 'BalancerV2', 'false, to, false)', 'false, address(this), false)'],
  ['is late', 'BalancerV2', 'block.timestamp\n', 'block.timestamp - 1\n'],
  ['does not pay', 'BalancerV3', 'Token.transfer(tokenIn, msg.sender, amountIn);', ''],
  ['does not say that it paid', 'BalancerV3', 'vault.settle(tokenIn, amountIn);', ''],
  [
    'keeps the output',
    'BalancerV3',
    'vault.sendTo(tokenOut, to, amountOut);',
    'vault.sendTo(tokenOut, address(this), amountOut);',
  ],
  ['says what it sold', 'BalancerV3', '(,, amountOut) = vault.swap', '(, amountOut,) = vault.swap'],
  ['buys for an exact output', 'BalancerV3', 'VaultSwapParams(0, pool', 'VaultSwapParams(1, pool'],
  ['exchanges the tokens', 'CurveCrypto', 'uint8(data >> 24), uint8(data)', 'uint8(data), uint8(data >> 24)'],
  ['keeps the output', 'CurveCrypto', 'Token.transfer(tokenOut, to, amountOut);', ''],
  [
    'sends a unit less',
    'CurveCrypto',
    'Token.transfer(tokenOut, to, amountOut);',
    'Token.transfer(tokenOut, to, amountOut - 1);',
  ],
  [
    'exchanges the tokens',
    'CurveStable',
    'int128(uint128(uint8(data >> 24))), int128(uint128(uint8(data)))',
    'int128(uint128(uint8(data))), int128(uint128(uint8(data >> 24)))',
  ],
  ['keeps the output', 'CurveStable', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['takes a new pool for an old one', 'CurveStable', 'if (kind == NG) return', 'if (kind == type(uint256).max) return'],
  [
    'takes the tokens below a new pool for its own',
    'CurveStable',
    'if (kind == NG | BELOW) return',
    'if (kind == type(uint256).max) return',
  ],
  [
    'takes the tokens below an old pool for its own',
    'CurveStable',
    'if (kind == BELOW) ',
    'if (kind == type(uint256).max) ',
  ],
  [
    'has a new pool pay itself',
    'CurveStable',
    'ICurvePoolNG(pool).exchange(i, j, amountIn, 0, to)',
    'ICurvePoolNG(pool).exchange(i, j, amountIn, 0, address(this))',
  ],
  ['sells the other token', 'DodoV2', 'data == 0 ?', 'data != 0 ?'],
  ['does not pay', 'DodoV2', 'Token.transfer(tokenIn, pool, Token.balanceOf(tokenIn, address(this)));', ''],
  ['keeps the output', 'DodoV2', 'sellBase(to)', 'sellBase(address(this))'],
  ['redeems instead of depositing', 'Erc4626', 'if (data == 0)', 'if (data != 0)'],
  ['keeps the shares', 'Erc4626', 'deposit(amountIn, to)', 'deposit(amountIn, address(this))'],
  [
    'keeps the assets',
    'Erc4626',
    'redeem(amountIn, to, address(this))',
    'redeem(amountIn, address(this), address(this))',
  ],
  ['redeems a share less', 'Erc4626', 'redeem(amountIn, to', 'redeem(amountIn - 1, to'],
  ['sells the other token', 'FluidDex', 'data & SELLS_FIRST != 0', 'data & SELLS_FIRST == 0'],
  ['takes native currency for a token', 'FluidDex', 'if (data & SELLS_NATIVE != 0) {', 'if (false) {'],
  ['gives native currency', 'FluidDex', 'address receiver = wraps ? address(this) : to;', 'address receiver = to;'],
  ['keeps the wrapped output', 'FluidDex', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['pays native currency by a word only', 'FluidDex', 'swapIn{value: amountIn}', 'swapIn{value: 0}'],
  ['leaves a share', 'Lido', 'if (stEth.getSharesByPooledEth(amountIn) < shares) amountIn += 1;', ''],
  ['always wraps a unit more', 'Lido', 'if (stEth.getSharesByPooledEth(amountIn) < shares) amountIn', 'amountIn'],
  ['keeps what the wrapper does not take', 'Lido', 'if (left != 0) revert PartialFill(shares - left, shares);', ''],
  ['keeps the output', 'Lido', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['sells the other token', 'LiquidityBook', 'getTokenX() == tokenIn', 'getTokenX() != tokenIn'],
  [
    'says the wrong half',
    'LiquidityBook',
    'sellsX ? amounts >> 128 : uint128(amounts)',
    'sellsX ? uint128(amounts) : amounts >> 128',
  ],
  ['keeps the output', 'LiquidityBook', 'swap(sellsX, to)', 'swap(sellsX, address(this))'],
  ['keeps what the pool does not take', 'MaverickV2', 'if (taken != amount) revert PartialFill(taken, amount);', ''],
  [
    'looks the other way',
    'MaverickV2',
    'sellsA ? active + REACH : active - REACH',
    'sellsA ? active - REACH : active + REACH',
  ],
  ['sells the other token', 'MaverickV2', 'bool sellsA = data == 0;', 'bool sellsA = data != 0;'],
  ['buys for an exact output', 'MaverickV2', 'SwapParams(amount, sellsA, false,', 'SwapParams(amount, sellsA, true,'],
  ['keeps the output', 'MaverickV2', 'swap(to, params', 'swap(address(this), params'],
  [
    'does not sync native currency',
    'PancakeInfinity',
    'vault.sync(currency);',
    'if (currency != address(0)) vault.sync(currency);',
  ],
  [
    'does not sync tokens',
    'PancakeInfinity',
    'vault.sync(currency);',
    'if (currency == address(0)) vault.sync(currency);',
  ],
  [
    'keeps what the pool does not take',
    'PancakeInfinity',
    'if (uint256(-owed) != amountIn) revert',
    'if (uint256(-owed) > amountIn) revert',
  ],
  [
    'takes more than it was sent',
    'PancakeInfinity',
    'if (uint256(-owed) != amountIn) revert',
    'if (uint256(-owed) < amountIn) revert',
  ],
  ['exchanges the deltas', 'PancakeInfinity', '(delta >> 128, int128(delta))', '(int128(delta), delta >> 128)'],
  ['gives native currency', 'PancakeInfinity', 'if (!isNative) return;', 'return;'],
  ['keeps the wrapped output', 'PancakeInfinity', 'Token.transfer(token, to, amount);', ''],
  [
    'loses the spacing of the ticks',
    'PancakeInfinity',
    '(data & (BUYS_NATIVE - 1)) << 16',
    '(data & (BUYS_NATIVE - 1)) << 15',
  ],
  ['buys a gem less at the edge', 'Psm', '((amountIn + 1) * WAD - 1)', '(amountIn * WAD)'],
  ['buys a gem that costs more', 'Psm', '((amountIn + 1) * WAD - 1)', '((amountIn + 1) * WAD)'],
  ['forgets the fee on gems', 'Psm', '(WAD + psm.tout())', 'WAD'],
  ['keeps what buys no gem', 'Psm', 'Token.transfer(tokenIn, pool, left);', ''],
  [
    'keeps gems that the module does not take',
    'Psm',
    'if (data == 0) revert PartialFill(amountIn - left, amountIn);',
    '',
  ],
  ['buys no gems for something', 'Psm', 'if (gems == 0) revert PartialFill(0, amountIn);', ''],
  ['keeps the gems', 'Psm', 'psm.buyGem(to, gems);', 'psm.buyGem(address(this), gems);'],
  ['asks for the other output', 'SolidlyV2', 'tokenIn < tokenOut ?', 'tokenIn > tokenOut ?'],
  ['does not pay', 'SolidlyV2', 'Token.transfer(tokenIn, pool, amountIn);', ''],
  ['keeps the output', 'SolidlyV2', 'swap(out0, out1, to, "")', 'swap(out0, out1, address(this), "")'],
  ['asks for a unit less', 'SolidlyV2', 'getAmountOut(amountIn, tokenIn);', 'getAmountOut(amountIn, tokenIn) - 1;'],
  ['exchanges the tokens', 'StableSwap', 'uint8(data >> 24), uint8(data)', 'uint8(data), uint8(data >> 24)'],
  ['keeps the output', 'StableSwap', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['is late', 'StableSwap', 'amountIn, 0, block.timestamp)', 'amountIn, 0, block.timestamp - 1)'],
  [
    'trades in the name of nobody',
    'Syncswap',
    'AS_TOKEN), address(this), address(0)',
    'AS_TOKEN), address(0), address(0)',
  ],
  ['takes wrapped native currency as native', 'Syncswap', 'AS_TOKEN = 2', 'AS_TOKEN = 1'],
  ['does not pay', 'Syncswap', 'Token.transfer(tokenIn, vault, Token.balanceOf(tokenIn, address(this)));', ''],
  ['deposits for itself', 'Syncswap', 'deposit(tokenIn, pool)', 'deposit(tokenIn, address(this))'],
  ['keeps the output', 'Syncswap', 'abi.encode(tokenIn, to, AS_TOKEN)', 'abi.encode(tokenIn, address(this), AS_TOKEN)'],
  ['does not sync native currency', 'UniswapV4Native', 'manager.sync(address(0));', ''],
  ['does not sync tokens', 'UniswapV4Native', 'manager.sync(token);', ''],
  [
    'keeps what the pool does not take',
    'UniswapV4Native',
    'if (uint256(-owed) != amountIn) revert',
    'if (uint256(-owed) > amountIn) revert',
  ],
  [
    'takes more than it was sent',
    'UniswapV4Native',
    'if (uint256(-owed) != amountIn) revert',
    'if (uint256(-owed) < amountIn) revert',
  ],
  ['exchanges the deltas', 'UniswapV4Native', '(delta >> 128, int128(delta))', '(int128(delta), delta >> 128)'],
  ['keeps the wrapped output', 'UniswapV4Native', 'Token.transfer(wrapped, to, amountOut);', ''],
  ['sells the other token', 'UniswapV4Native', 'data & SELLS_NATIVE != 0', 'data & SELLS_NATIVE == 0'],
]

/** @type {readonly Mutant[]} */
export const adapterMutants = [...common, ...own].map(([bug, name, from, to]) => [
  `${name} ${bug}`,
  `adapters/${name}`,
  from,
  to,
])
