/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in FluidDex.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['keeps what the pool does not take', 'if (left != 0) revert PartialFill(amountIn - left, amountIn);', ''],
  ['sells the other token', 'data & SELLS_FIRST != 0', 'data & SELLS_FIRST == 0'],
  ['takes native currency for a token', 'if (data & SELLS_NATIVE != 0) {', 'if (false) {'],
  ['gives native currency', 'address receiver = wraps ? address(this) : to;', 'address receiver = to;'],
  ['keeps the wrapped output', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['pays native currency by a word only', 'swapIn{value: amountIn}', 'swapIn{value: 0}'],
]
