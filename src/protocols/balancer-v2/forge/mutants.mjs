/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in BalancerV2.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, vault, 0);', ''],
  ['keeps what the pool does not take', 'if (left != 0) revert PartialFill(amountIn - left, amountIn);', ''],
  ['buys for an exact output', 'SingleSwap(id, 0, ', 'SingleSwap(id, 1, '],
  ['loses the number of the pool', ' | (data & (1 << 46) - 1)', ''],
  ['loses the specialisation of the pool', ' | (data >> 46) << 80', ''],
  ['leaves the output in the vault', 'false, to, false)', 'false, to, true)'],
  ['keeps the output', 'false, to, false)', 'false, address(this), false)'],
  ['is late', 'block.timestamp\n', 'block.timestamp - 1\n'],
]
