/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in PancakeInfinity.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['does not sync native currency', 'vault.sync(currency);', 'if (currency != address(0)) vault.sync(currency);'],
  ['does not sync tokens', 'vault.sync(currency);', 'if (currency == address(0)) vault.sync(currency);'],
  [
    'keeps what the pool does not take',
    'if (uint256(-owed) != amountIn) revert',
    'if (uint256(-owed) > amountIn) revert',
  ],
  ['takes more than it was sent', 'if (uint256(-owed) != amountIn) revert', 'if (uint256(-owed) < amountIn) revert'],
  ['exchanges the deltas', '(delta >> 128, int128(delta))', '(int128(delta), delta >> 128)'],
  ['gives native currency', 'if (!isNative) return;', 'return;'],
  ['keeps the wrapped output', 'Token.transfer(token, to, amount);', ''],
  ['loses the spacing of the ticks', '(data & (BUYS_NATIVE - 1)) << 16', '(data & (BUYS_NATIVE - 1)) << 15'],
]
