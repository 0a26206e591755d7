/** @import { FamilyMutant } from '../../../../scripts/forge/family-mutants.mjs' */

/**
 * Bugs to plant in TempoDex.sol: a text that occurs once in it, and its replacement.
 * @type {readonly FamilyMutant[]}
 */
export const mutants = [
  ['leaves its approval', 'Token.approve(tokenIn, pool, 0);', ''],
  ['keeps what the book does not take', 'if (left != 0) revert PartialFill(amountIn - left, amountIn);', ''],
  ['keeps what it bought', 'Token.transfer(tokenOut, to, amountOut);', ''],
  ['sells a part of a huge amount', 'if (amountIn > type(uint128).max) revert PartialFill(0, amountIn);', ''],
  ['skips the last tick', 'tick >= -MAX_TICK)', 'tick > -MAX_TICK)'],
  ['skips the highest tick', 'tick <= MAX_TICK &&', 'tick < MAX_TICK &&'],
  ['reads asks downwards', 'isBid ? -TICK_SPACING : TICK_SPACING', '-TICK_SPACING'],
  ['begins with the other side', 'isBid ? bid : ask', 'isBid ? ask : bid'],
  ['forgets that orders flip', '| (order.isFlip ? 1 << 144 : 0)', ''],
]
