/** Our side of a scenario: an adapter's answers to trades, one after another. */
import type { Protocol, Trade } from '#domain/pools/protocol'
import type { Amount } from '#domain/units'

export interface Replayed<State> {
  /** 0 if there is none. */
  readonly out: bigint
  /** After the trade. */
  readonly state: State
}

/** A trade of a pool of two tokens. */
export const sell = (from: number, amountIn: bigint): Trade => ({ from, to: 1 - from, amountIn: amountIn as Amount })

/** Our answers to the trades, each on the state after the last accepted one. */
export function replay<State>(
  protocol: Protocol<State>,
  start: State,
  trades: readonly Trade[],
): readonly Replayed<State>[] {
  let state = start
  return trades.map((trade) => {
    const out = protocol.amountOut(state, trade)
    if (out !== undefined) state = protocol.stateAfter(state, trade)
    return { out: out ?? 0n, state }
  })
}

/** The trades of the plans, each on the state after the last one. */
export function tradesOf<State>(
  protocol: Protocol<State>,
  start: State,
  plans: readonly ((state: State) => Trade)[],
): readonly Trade[] {
  let state = start
  return plans.map((plan) => {
    const trade = plan(state)
    state = replay(protocol, state, [trade])[0]?.state ?? state
    return trade
  })
}
