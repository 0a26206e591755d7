/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in DaiUsds.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['converts the other way', 'data == 0', 'data != 0'],
  ['keeps what the converter does not take', 'if (left != 0) revert PartialFill(amountOut - left, amountOut);', ''],
]
