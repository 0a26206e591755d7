import { ask, type Reading } from '#domain/calls/reads'
import { itemAt } from '#domain/item-at'
import type { Pool } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { wad, wadMulDown } from '#math/integers/wad'
import {
  getAmplification,
  getBalances,
  getBlockTime,
  getCachedRate,
  getNormalizedWeights,
  getRate,
  getRateExpiry,
  getSwapFee,
  isPaused,
} from './abi.ts'
import { type PoolFacts, parseFacts } from './facts.ts'
import type { BalancerV2State, BalancerV2Token } from './state.ts'

/**
 * One round. The factory that created a pool determines its curve.
 * @throws PoolSkippedError if the pool or the vault is paused, or the curve is another one
 */
export function load(pool: Pool): Reading<BalancerV2State | undefined> {
  const facts = parseFacts(pool)
  if (facts.curve === 'weighted') return loadWeighted(pool, facts)
  if (facts.curve === 'stable') return loadStable(pool, facts)
  throw new PoolSkippedError('unmodelled')
}

function* loadWeighted(pool: Pool, facts: PoolFacts): Reading<BalancerV2State | undefined> {
  const [poolPaused, vaultPaused, swapFee, balances, weights] = yield* ask(
    ...createCommonReads(pool, facts),
    getNormalizedWeights(pool.address),
  )
  if (poolPaused || vaultPaused) throw new PoolSkippedError('paused')
  const tokens = toTokens(facts, balances, [])
  return tokens && { tokens, curve: { type: 'weighted', weights, isFirst: facts.isFirst }, swapFee }
}

function* loadStable(pool: Pool, facts: PoolFacts): Reading<BalancerV2State | undefined> {
  const [poolPaused, vaultPaused, swapFee, balances, amplification, now = 0n, ...answers] = yield* ask(
    ...createCommonReads(pool, facts),
    getAmplification(pool.address),
    ...createRateReads(pool, facts),
  )
  if (poolPaused || vaultPaused) throw new PoolSkippedError('paused')
  const tokens = toTokens(facts, balances, selectRates(facts, now, answers))
  return tokens && { tokens, curve: { type: 'stable', amplification }, swapFee }
}

const createCommonReads = ({ venue: { factory: vault }, address }: Pool, { poolId }: PoolFacts) =>
  [isPaused(address), isPaused(vault), getSwapFee(address), getBalances(vault, poolId)] as const

/** Reads the time, then for each token with a rate: the cached one, its expiry, and the provider's. */
function createRateReads({ address, tokens }: Pool, { rateProviders }: PoolFacts) {
  const reads = tokens.flatMap((token, i) => {
    const provider = rateProviders[i]
    return provider === undefined
      ? []
      : [getCachedRate(address, token), getRateExpiry(address, token), getRate(provider)]
  })
  return reads.length === 0 ? [] : [getBlockTime, ...reads]
}

/** A swap renews expired rates before it uses them. */
function selectRates({ rateProviders }: PoolFacts, now: bigint, answers: readonly bigint[]): readonly bigint[] {
  let next = 0
  return rateProviders.map((provider) => {
    if (provider === undefined) return wad
    const [cached = wad, expiry = 0n, live = wad] = answers.slice(next, next + 3)
    next += 3
    return now > expiry ? live : cached
  })
}

/** `undefined` for a pool without liquidity. */
function toTokens(
  { scalings, ownIndex }: PoolFacts,
  balances: readonly bigint[],
  rates: readonly bigint[],
): readonly BalancerV2Token[] | undefined {
  const held = balances.filter((_, i) => i !== ownIndex)
  if (held.includes(0n)) return undefined
  return held.map((raw, i) => ({ raw, scaling: wadMulDown(itemAt(scalings, i) * wad, rates[i] ?? wad) }))
}
