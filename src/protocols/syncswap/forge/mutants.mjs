/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in Syncswap.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['trades in the name of nobody', 'AS_TOKEN), address(this), address(0)', 'AS_TOKEN), address(0), address(0)'],
  ['takes wrapped native currency as native', 'AS_TOKEN = 2', 'AS_TOKEN = 1'],
  ['does not pay', 'Token.transfer(tokenIn, vault, Token.balanceOf(tokenIn, address(this)));', ''],
  ['deposits for itself', 'deposit(tokenIn, pool)', 'deposit(tokenIn, address(this))'],
  ['keeps the output', 'abi.encode(tokenIn, to, AS_TOKEN)', 'abi.encode(tokenIn, address(this), AS_TOKEN)'],
]
