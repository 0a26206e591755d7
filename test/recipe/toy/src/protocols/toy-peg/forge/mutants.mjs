/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in ToyPeg.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['keeps what the pool does not take', 'if (left != 0) revert PartialFill(amountIn - left, amountIn);', ''],
]
