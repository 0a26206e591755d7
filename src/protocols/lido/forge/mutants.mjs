/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in Lido.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['leaves a share', 'if (stEth.getSharesByPooledEth(amountIn) < shares) amountIn += 1;', ''],
  ['always wraps a unit more', 'if (stEth.getSharesByPooledEth(amountIn) < shares) amountIn', 'amountIn'],
  ['keeps what the wrapper does not take', 'if (left != 0) revert PartialFill(shares - left, shares);', ''],
  ['keeps the output', 'Token.transfer(tokenOut, to, amountOut);', ''],
]
