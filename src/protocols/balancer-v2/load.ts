import { LeftOut } from '#domain/left-out'
import type { Pool } from '#domain/protocol'
import { ask, type Reading } from '#domain/reads'
import { wad, wadMulDown } from '#math/wad'
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
import { factsOf, type PoolFacts } from './facts.ts'
import type { PoolToken, State } from './state.ts'

/**
 * One round. Of which curve a pool is, the factory says that made it.
 * @throws LeftOut where the pool or the vault is paused, or the curve is another
 */
export function load(pool: Pool): Reading<State | undefined> {
  const facts = factsOf(pool)
  if (facts.curve === 'weighted') return loadWeighted(pool, facts)
  if (facts.curve === 'stable') return loadStable(pool, facts)
  throw new LeftOut('unmodelled')
}

function* loadWeighted(pool: Pool, facts: PoolFacts): Reading<State | undefined> {
  const [poolPaused, vaultPaused, swapFee, balances, weights] = yield* ask(
    ...commonReads(pool, facts),
    getNormalizedWeights(pool.address),
  )
  if (poolPaused || vaultPaused) throw new LeftOut('paused')
  const tokens = tokensOf(facts, balances, [])
  return tokens && { tokens, curve: { type: 'weighted', weights, isFirst: facts.isFirst }, swapFee }
}

function* loadStable(pool: Pool, facts: PoolFacts): Reading<State | undefined> {
  const [poolPaused, vaultPaused, swapFee, balances, amplification, now = 0n, ...answers] = yield* ask(
    ...commonReads(pool, facts),
    getAmplification(pool.address),
    ...rateReads(pool, facts),
  )
  if (poolPaused || vaultPaused) throw new LeftOut('paused')
  const tokens = tokensOf(facts, balances, ratesOf(facts, now, answers))
  return tokens && { tokens, curve: { type: 'stable', amplification }, swapFee }
}

const commonReads = ({ venue: { factory: vault }, address }: Pool, { poolId }: PoolFacts) =>
  [isPaused(address), isPaused(vault), getSwapFee(address), getBalances(vault, poolId)] as const

/** The time, then of each token that has a rate: the cached one, until when that is used, and the provider's. */
function rateReads({ address, tokens }: Pool, { rateProviders }: PoolFacts) {
  const reads = tokens.flatMap((token, i) => {
    const provider = rateProviders[i]
    return provider === undefined
      ? []
      : [getCachedRate(address, token), getRateExpiry(address, token), getRate(provider)]
  })
  return reads.length === 0 ? [] : [getBlockTime, ...reads]
}

/** A swap renews the rates that have expired before it uses them. */
function ratesOf({ rateProviders }: PoolFacts, now: bigint, answers: readonly bigint[]): readonly bigint[] {
  let next = 0
  return rateProviders.map((provider) => {
    if (provider === undefined) return wad
    const [cached = wad, expiry = 0n, live = wad] = answers.slice(next, next + 3)
    next += 3
    return now > expiry ? live : cached
  })
}

/** Nothing where nobody filled the pool. */
function tokensOf(
  { scalings, ownIndex }: PoolFacts,
  balances: readonly bigint[],
  rates: readonly bigint[],
): readonly PoolToken[] | undefined {
  const held = balances.filter((_, i) => i !== ownIndex)
  if (held.includes(0n)) return undefined
  return held.map((raw, i) => ({ raw, scaling: wadMulDown((scalings[i] as bigint) * wad, rates[i] ?? wad) }))
}
