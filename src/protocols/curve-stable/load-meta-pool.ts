/** Reads a metapool and its base pool in one round. */
import { getTime } from '#amm/clock'
import { ask, combineReadings, type Read, type Reading } from '#domain/calls/reads'
import { fact, flagFact, numbersFact } from '#domain/pools/facts'
import type { Facts, Pool, Trade } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { type Address, amount } from '#domain/units'
import { getCachedRate, getDyUnderlying, getRateCachedAt, getTotalSupply, getVirtualPrice } from './abi.ts'
import { computeSharePrice } from './amounts/shares.ts'
import type { CurveStableState } from './amounts/state.ts'
import { computeTrade } from './amounts/trade.ts'
import { type CurveStableReading, listAgreeing, readPool, requireAgreement } from './read-pool.ts'

/** Seconds for which the first metapools cache the rate of a share. */
const rateCacheSeconds = 600n
/** Its own tokens, the second one of them a share. */
const ownCount = 2

/** @throws PoolSkippedError if either pool ramps, or its value of a share or quote of a trade differs from ours */
export function* loadMetaPool(pool: Pool, base: Address): Reading<CurveStableState | undefined> {
  const [above, below] = [getMetaPart(pool), getBasePart(pool, base)]
  const [[one, other], answers] = yield* combineReadings(
    combineReadings(readPool(above), readPool(below)),
    ask(...createReads(pool, base)),
  )
  const [supply = 0n, price = 0n, ...rest] = answers
  if (one === undefined || other === undefined || price === 0n) return undefined
  const keepsRate = flagFact(pool, 'keepsRate')
  const over = { base: selectBase(below, other, { supply, price }), supply, keepsRate }
  const said = rest.slice(0, below.tokens.length)
  const rate = keepsRate ? selectRate(price, rest.slice(said.length)) : price
  // a pool that stores its rates itself may have another rate for a share
  const isOther = one.state.offpegE10 !== undefined && one.state.rates[1] !== price
  if (isOther) throw new PoolSkippedError('unmodelled')
  const state = { ...one.state, rates: one.state.rates.with(1, rate) }
  const whole = { ...requireAgreement(above, { ...one, state }), over }
  const agrees = createProbes(pool).every((probe, i) => (computeTrade(whole, probe)?.out ?? 0n) === said[i])
  if (!agrees) throw new PoolSkippedError('unmodelled')
  return whole
}

/** @throws PoolSkippedError if a quote, or the value of a share, differs from ours */
function selectBase(
  below: Pool,
  reading: CurveStableReading,
  { supply, price }: { readonly supply: bigint; readonly price: bigint },
): CurveStableState {
  const base = listAgreeing(below, reading).find((one) => computeSharePrice({ base: one, supply }) === price)
  if (base === undefined) throw new PoolSkippedError('unmodelled')
  return base
}

const getMetaPart = (pool: Pool): Pool => slicePool(pool, { ...pool.facts }, 0, ownCount)

function getBasePart(pool: Pool, base: Address): Pool {
  const ng = flagFact(pool, 'baseNg')
  const plain = (): Facts => ({
    precision: fact(pool, 'basePrecision'),
    dividedOnce: flagFact(pool, 'baseDividedOnce'),
    probesDivision: flagFact(pool, 'baseProbesDivision'),
  })
  return { ...slicePool(pool, ng ? { ng } : plain(), ownCount, pool.tokens.length), address: base }
}

const slicePool = (pool: Pool, facts: Facts, from: number, to: number): Pool => ({
  ...pool,
  tokens: pool.tokens.slice(from, to),
  facts: { ...facts, decimals: numbersFact(pool, 'decimals').slice(from, to) },
})

function createReads(pool: Pool, base: Address): readonly Read<bigint>[] {
  const { address, tokens } = pool
  const shares = tokens[1] ?? base
  return [
    getTotalSupply(shares),
    getVirtualPrice(base),
    ...createProbes(pool).map(({ to, amountIn }) => getDyUnderlying(address, 0, to - 1, amountIn)),
    ...(flagFact(pool, 'keepsRate') ? [getCachedRate(address), getRateCachedAt(address), getTime] : []),
  ]
}

/** A trade renews an expired rate before it uses it. */
const selectRate = (price: bigint, [kept = 0n, since = 0n, now = 0n]: readonly bigint[]): bigint =>
  now > since + rateCacheSeconds ? price : kept

/**
 * One whole token for each of the base pool's. In the other direction the contracts' quotes are approximate: most of
 * them omit fees, or estimate them.
 */
function createProbes(pool: Pool): readonly Trade[] {
  const [decimals = 0] = numbersFact(pool, 'decimals')
  const amountIn = amount(10n ** BigInt(decimals))
  return pool.tokens.slice(ownCount).map((_, i) => ({ from: 0, to: ownCount + i, amountIn }))
}
