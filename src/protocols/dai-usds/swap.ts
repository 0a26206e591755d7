/** Output of Sky's converter for DAI (token 0) and for USDS (token 1): the same amount. Source: DaiUsds. */
import type { Trade } from '#domain/pools/protocol'

export interface DaiUsdsState {
  /** Of DAI and of USDS: a converter takes one out of existence and creates the other. */
  readonly supplies: readonly [dai: bigint, usds: bigint]
  /** False if no DAI is created any more. */
  readonly createsDai: boolean
}

export interface DaiUsdsSwapResult {
  readonly out: bigint
  readonly after: DaiUsdsState
}

/** `undefined` if more is given than exists, or DAI cannot be created. */
export function swap(state: DaiUsdsState, { from, amountIn }: Trade): DaiUsdsSwapResult | undefined {
  const [dai, usds] = state.supplies
  if (from !== 0 && !state.createsDai) return undefined
  if (amountIn === 0n || amountIn > (from === 0 ? dai : usds)) return undefined
  const change = from === 0 ? amountIn : -amountIn
  return { out: amountIn, after: { ...state, supplies: [dai - change, usds + change] } }
}
