/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in LiquidityBook.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['sells the other token', 'getTokenX() == tokenIn', 'getTokenX() != tokenIn'],
  ['says the wrong half', 'sellsX ? amounts >> 128 : uint128(amounts)', 'sellsX ? uint128(amounts) : amounts >> 128'],
  ['keeps the output', 'swap(sellsX, to)', 'swap(sellsX, address(this))'],
]
