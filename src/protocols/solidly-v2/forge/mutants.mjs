/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in SolidlyV2.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['asks for the other output', 'tokenIn < tokenOut ?', 'tokenIn > tokenOut ?'],
  ['does not pay', 'Token.transfer(tokenIn, pool, amountIn);', ''],
  ['keeps the output', 'swap(out0, out1, to, "")', 'swap(out0, out1, address(this), "")'],
  ['asks for a unit less', 'getAmountOut(amountIn, tokenIn);', 'getAmountOut(amountIn, tokenIn) - 1;'],
]
