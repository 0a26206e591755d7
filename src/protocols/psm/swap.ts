/**
 * Output of a peg stability module for gems (token 0) and for DAI (token 1). Source: DssLitePsm, sellGem and buyGem.
 */
import type { Trade } from '#domain/pools/protocol'

export interface PsmState {
  /** Scales an amount of gems to 18 decimals. */
  readonly factor: bigint
  /** Deducted from the proceeds of gems sold, in 10^-18; above 10^18 if the module buys none. */
  readonly tin: bigint
  /** Added to the price of gems bought, in 10^-18; above 10^18 if the module sells none. */
  readonly tout: bigint
  /** DAI that the module can pay. */
  readonly dai: bigint
  /** Gems in its pocket. */
  readonly gems: bigint
}

export interface PsmSwapResult {
  readonly out: bigint
  readonly after: PsmState
}

const wad = 10n ** 18n

/** `undefined` if the module refuses the trade or gives nothing for it. */
export const swap = (state: PsmState, { from, amountIn }: Trade): PsmSwapResult | undefined =>
  from === 0 ? sellGems(state, amountIn) : buyGems(state, amountIn)

function sellGems(state: PsmState, amountIn: bigint): PsmSwapResult | undefined {
  const { factor, tin, dai, gems } = state
  const worth = amountIn * factor
  const out = worth - (worth * tin) / wad
  if (out <= 0n || out > dai) return undefined
  return { out, after: { ...state, dai: dai - out, gems: gems + amountIn } }
}

/**
 * A module takes the number of gems to buy and computes their cost, x + floor(x · tout / 10^18) of their worth x. This
 * is the largest number that costs at most `amountIn`; the rest, less than the cost of one more, stays in the module.
 */
function buyGems(state: PsmState, amountIn: bigint): PsmSwapResult | undefined {
  const { factor, tout, dai, gems } = state
  const out = ((amountIn + 1n) * wad - 1n) / ((wad + tout) * factor)
  if (tout > wad || out === 0n || out > gems) return undefined
  return { out, after: { ...state, dai: dai + amountIn, gems: gems - out } }
}
