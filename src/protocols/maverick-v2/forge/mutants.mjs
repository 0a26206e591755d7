/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in MaverickV2.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['keeps what the pool does not take', 'if (taken != amount) revert PartialFill(taken, amount);', ''],
  ['looks the other way', 'sellsA ? active + REACH : active - REACH', 'sellsA ? active - REACH : active + REACH'],
  ['sells the other token', 'bool sellsA = data == 0;', 'bool sellsA = data != 0;'],
  ['buys for an exact output', 'SwapParams(amount, sellsA, false,', 'SwapParams(amount, sellsA, true,'],
  ['keeps the output', 'swap(to, params', 'swap(address(this), params'],
]
