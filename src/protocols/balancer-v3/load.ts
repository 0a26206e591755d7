import { textFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Pool } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import {
  getAmplificationParameter,
  getMinimumTradeAmount,
  getMinTokenBalances,
  getNormalizedWeights,
  getPoolData,
  isPoolPaused,
  isVaultPaused,
  type PoolData,
} from './abi.ts'
import { actsOnSwaps, aggregateFeeOf, swapFeeOf } from './config.ts'
import type { State } from './state.ts'

/**
 * One round. Of which curve a pool is, the factory says that made it.
 * @throws LeftOut where the pool is paused, of another curve, or has a hook that acts on swaps
 */
export function load(pool: Pool): Reading<State | undefined> {
  const curve = textFact(pool, 'curve')
  if (curve === 'weighted') return loadWeighted(pool)
  if (curve === 'stable') return loadStable(pool)
  throw new LeftOut('unmodelled')
}

function* loadWeighted(pool: Pool): Reading<State | undefined> {
  const [data, poolPaused, vaultPaused, leastTrade, weights, leastBalances] = yield* ask(
    ...vaultReads(pool),
    getNormalizedWeights(pool.address),
    getMinTokenBalances(pool.address),
  )
  if (data === undefined) return undefined
  const common = commonOf(data, poolPaused || vaultPaused, leastTrade)
  return { ...common, curve: { type: 'weighted', weights, leastBalances } }
}

function* loadStable(pool: Pool): Reading<State | undefined> {
  const [data, poolPaused, vaultPaused, leastTrade, amplification] = yield* ask(
    ...vaultReads(pool),
    getAmplificationParameter(pool.address),
  )
  if (data === undefined) return undefined
  const common = commonOf(data, poolPaused || vaultPaused, leastTrade)
  return { ...common, curve: { type: 'stable', amplification } }
}

const vaultReads = ({ venue: { factory: vault }, address }: Pool) =>
  [
    getPoolData(vault, address),
    isPoolPaused(vault, address),
    isVaultPaused(vault),
    getMinimumTradeAmount(vault),
  ] as const

function commonOf(data: PoolData, isPaused: boolean, leastTrade: bigint): Omit<State, 'curve'> {
  const { config, raw, scalings, rates } = data
  if (isPaused) throw new LeftOut('paused')
  if (actsOnSwaps(config)) throw new LeftOut('hooks')
  return {
    tokens: raw.map((held, i) => ({ raw: held, scaling: scalings[i] as bigint, rate: rates[i] as bigint })),
    swapFee: swapFeeOf(config),
    aggregateSwapFee: aggregateFeeOf(config),
    leastTrade,
  }
}
