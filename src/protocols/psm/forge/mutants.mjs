/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in Psm.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['buys a gem less at the edge', '((amountIn + 1) * WAD - 1)', '(amountIn * WAD)'],
  ['buys a gem that costs more', '((amountIn + 1) * WAD - 1)', '((amountIn + 1) * WAD)'],
  ['forgets the fee on gems', '(WAD + psm.tout())', 'WAD'],
  ['keeps what buys no gem', 'Token.transfer(tokenIn, pool, left);', ''],
  ['keeps gems that the module does not take', 'if (data == 0) revert PartialFill(amountIn - left, amountIn);', ''],
  ['buys no gems for something', 'if (gems == 0) revert PartialFill(0, amountIn);', ''],
  ['keeps the gems', 'psm.buyGem(to, gems);', 'psm.buyGem(address(this), gems);'],
]
