/** A survey of all pools of the sandbox, and those of its pools that have ticks. */
import type { PoolSurveyRequest, PoolSurveyResult } from '#domain/chain/survey'
import type { LivePool } from '#domain/pools/snapshot'
import { network } from '#networks/entries/sandbox'

export const everything: PoolSurveyRequest = { tokens: network.hubs, venues: network.venues, reads: [], balances: [] }

export interface Concentrated {
  readonly tick: number
  readonly liquidity: bigint
  readonly knownFrom: number
  readonly knownTo: number
  readonly ticks: readonly (readonly [number, bigint])[]
}
export const concentrated = ({ snapshot }: PoolSurveyResult): readonly (LivePool & { state: Concentrated })[] =>
  snapshot.pools.filter((live): live is LivePool & { state: Concentrated } => live.pool.venue.protocol === 'uniswap-v3')

export const densest = (surveyed: PoolSurveyResult): LivePool & { state: Concentrated } => {
  const [first] = concentrated(surveyed).toSorted((a, b) => b.state.ticks.length - a.state.ticks.length)
  if (first === undefined) throw new Error('there is no concentrated pool')
  return first
}
