/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in DodoV2.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['sells the other token', 'data == 0 ?', 'data != 0 ?'],
  ['does not pay', 'Token.transfer(tokenIn, pool, Token.balanceOf(tokenIn, address(this)));', ''],
  ['keeps the output', 'sellBase(to)', 'sellBase(address(this))'],
]
