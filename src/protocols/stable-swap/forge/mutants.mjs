/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in StableSwap.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['keeps what the pool does not take', 'if (left != 0) revert PartialFill(amountIn - left, amountIn);', ''],
  ['exchanges the tokens', 'uint8(data >> 24), uint8(data)', 'uint8(data), uint8(data >> 24)'],
  ['keeps the output', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['is late', 'amountIn, 0, block.timestamp)', 'amountIn, 0, block.timestamp - 1)'],
]
