/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in Erc4626.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['keeps what the pool does not take', 'if (left != 0) revert PartialFill(amountIn - left, amountIn);', ''],
  ['redeems instead of depositing', 'if (data == 0)', 'if (data != 0)'],
  ['keeps the shares', 'deposit(amountIn, to)', 'deposit(amountIn, address(this))'],
  ['keeps the assets', 'redeem(amountIn, to, address(this))', 'redeem(amountIn, address(this), address(this))'],
  ['redeems a share less', 'redeem(amountIn, to', 'redeem(amountIn - 1, to'],
]
