/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in CurveCrypto.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['keeps what the pool does not take', 'if (left != 0) revert PartialFill(amountIn - left, amountIn);', ''],
  ['exchanges the tokens', 'uint8(data >> 24), uint8(data)', 'uint8(data), uint8(data >> 24)'],
  ['keeps the output', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['sends a unit less', 'Token.transfer(tokenOut, to, amountOut);', 'Token.transfer(tokenOut, to, amountOut - 1);'],
]
