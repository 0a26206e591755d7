/** What a peg stability module gives for gems (token 0) and for DAI (token 1). Source: DssLitePsm, sellGem and buyGem. */
import type { Trade } from '#domain/protocol'

export interface State {
  /** Makes an amount of gems one of 18 decimals. */
  readonly factor: bigint
  /** Taken of what gems are sold for, parts of 10^18; more than all of it where the module buys none. */
  readonly tin: bigint
  /** Added to what gems are bought for, parts of 10^18; more than all of it where the module sells none. */
  readonly tout: bigint
  /** DAI that the module can pay. */
  readonly dai: bigint
  /** Gems that lie in its pocket. */
  readonly gems: bigint
}

export interface Swapped {
  readonly out: bigint
  readonly after: State
}

const wad = 10n ** 18n

/** `undefined` where the module refuses the trade or gives nothing for it. */
export const swap = (state: State, { from, amountIn }: Trade): Swapped | undefined =>
  from === 0 ? sellGems(state, amountIn) : buyGems(state, amountIn)

function sellGems(state: State, amountIn: bigint): Swapped | undefined {
  const { factor, tin, dai, gems } = state
  const worth = amountIn * factor
  const out = worth - (worth * tin) / wad
  if (out <= 0n || out > dai) return undefined
  return { out, after: { ...state, dai: dai - out, gems: gems + amountIn } }
}

/**
 * A module is told how many gems are bought and says what they cost, x + floor(x · tout / 10^18) of their worth x. These
 * are the most that cost no more than `amountIn`; what is left of it, less than one more would cost, stays in the module.
 */
function buyGems(state: State, amountIn: bigint): Swapped | undefined {
  const { factor, tout, dai, gems } = state
  const out = ((amountIn + 1n) * wad - 1n) / ((wad + tout) * factor)
  if (tout > wad || out === 0n || out > gems) return undefined
  return { out, after: { ...state, dai: dai + amountIn, gems: gems - out } }
}
