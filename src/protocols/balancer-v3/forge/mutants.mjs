/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in BalancerV3.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['does not pay', 'Token.transfer(tokenIn, msg.sender, amountIn);', ''],
  ['does not say that it paid', 'vault.settle(tokenIn, amountIn);', ''],
  ['keeps the output', 'vault.sendTo(tokenOut, to, amountOut);', 'vault.sendTo(tokenOut, address(this), amountOut);'],
  ['says what it sold', '(,, amountOut) = vault.swap', '(, amountOut,) = vault.swap'],
  ['buys for an exact output', 'VaultSwapParams(0, pool', 'VaultSwapParams(1, pool'],
]
