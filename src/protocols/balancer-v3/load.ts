import { ask, type Reading } from '#domain/calls/reads'
import { itemAt } from '#domain/item-at'
import { textFact } from '#domain/pools/facts'
import type { Pool } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
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
import { aggregateFeeOf, hasSwapHook, swapFeeOf } from './config.ts'
import type { BalancerV3State } from './state.ts'

/**
 * One round. The factory that created a pool determines its curve.
 * @throws PoolSkippedError if the pool is paused, of another curve, or has a hook that acts on swaps
 */
export function load(pool: Pool): Reading<BalancerV3State | undefined> {
  const curve = textFact(pool, 'curve')
  if (curve === 'weighted') return loadWeighted(pool)
  if (curve === 'stable') return loadStable(pool)
  throw new PoolSkippedError('unmodelled')
}

function* loadWeighted(pool: Pool): Reading<BalancerV3State | undefined> {
  const [data, poolPaused, vaultPaused, leastTrade, weights, leastBalances] = yield* ask(
    ...createVaultReads(pool),
    getNormalizedWeights(pool.address),
    getMinTokenBalances(pool.address),
  )
  if (data === undefined) return undefined
  const common = toCommonState(data, poolPaused || vaultPaused, leastTrade)
  return { ...common, curve: { type: 'weighted', weights, leastBalances } }
}

function* loadStable(pool: Pool): Reading<BalancerV3State | undefined> {
  const [data, poolPaused, vaultPaused, leastTrade, amplification] = yield* ask(
    ...createVaultReads(pool),
    getAmplificationParameter(pool.address),
  )
  if (data === undefined) return undefined
  const common = toCommonState(data, poolPaused || vaultPaused, leastTrade)
  return { ...common, curve: { type: 'stable', amplification } }
}

const createVaultReads = ({ venue: { factory: vault }, address }: Pool) =>
  [
    getPoolData(vault, address),
    isPoolPaused(vault, address),
    isVaultPaused(vault),
    getMinimumTradeAmount(vault),
  ] as const

function toCommonState(data: PoolData, isPaused: boolean, leastTrade: bigint): Omit<BalancerV3State, 'curve'> {
  const { config, raw, scalings, rates } = data
  if (isPaused) throw new PoolSkippedError('paused')
  if (hasSwapHook(config)) throw new PoolSkippedError('hooks')
  return {
    tokens: raw.map((held, i) => ({ raw: held, scaling: itemAt(scalings, i), rate: itemAt(rates, i) })),
    swapFee: swapFeeOf(config),
    aggregateSwapFee: aggregateFeeOf(config),
    leastTrade,
  }
}
