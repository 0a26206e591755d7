/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in UniswapV4Native.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['does not sync native currency', 'manager.sync(address(0));', ''],
  ['does not sync tokens', 'manager.sync(token);', ''],
  [
    'keeps what the pool does not take',
    'if (uint256(-owed) != amountIn) revert',
    'if (uint256(-owed) > amountIn) revert',
  ],
  ['takes more than it was sent', 'if (uint256(-owed) != amountIn) revert', 'if (uint256(-owed) < amountIn) revert'],
  ['exchanges the deltas', '(delta >> 128, int128(delta))', '(int128(delta), delta >> 128)'],
  ['keeps the wrapped output', 'Token.transfer(wrapped, to, amountOut);', ''],
  ['sells the other token', 'data & SELLS_NATIVE != 0', 'data & SELLS_NATIVE == 0'],
]
