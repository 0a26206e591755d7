/** Reads of a pool, and the comparison of its quotes of some trades with ours. */

import { ask, type Read, type Reading } from '#domain/calls/reads'
import { flagFact, numberFact, numbersFact } from '#domain/pools/facts'
import type { Pool, Trade } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { amount } from '#domain/units'
import {
  getAdminFee,
  getAmplification,
  getBalance,
  getDy,
  getFee,
  getFutureA,
  getOffpegMultiplier,
  getStoredRates,
} from './abi.ts'
import type { CurveStableState } from './amounts/state.ts'
import { listPossibleQuotes } from './amounts/swap.ts'

/** True for a StableSwap-NG. */
export const isStableSwapNg = (pool: Pool): boolean => flagFact(pool, 'ng')

/** A pool from its answers, and its quotes of the probes. */
export interface CurveStableReading {
  readonly state: CurveStableState
  readonly said: readonly bigint[]
}

/** One round; `undefined` if there is nothing to trade. @throws PoolSkippedError if the amplification ramps */
export const readPool = (pool: Pool): Reading<CurveStableReading | undefined> =>
  isStableSwapNg(pool) ? readNg(pool) : readPlain(pool)

/** @throws PoolSkippedError if a quote differs from ours */
export function requireAgreement(pool: Pool, reading: CurveStableReading): CurveStableState {
  const [state] = listAgreeing(pool, reading)
  if (state === undefined) throw new PoolSkippedError('unmodelled')
  return state
}

/**
 * The state that gives the pool's own quotes. Both, with D's product divided once and at every balance, if it is not
 * known which and either does: then D is the same, or differs by less than the quotes show.
 */
export function listAgreeing(pool: Pool, { state, said }: CurveStableReading): readonly CurveStableState[] {
  const variants = flagFact(pool, 'probesDivision') ? [state, { ...state, dividedOnce: true }] : [state]
  const probes = createProbes(pool)
  return variants.filter((one) => probes.every((probe, i) => listPossibleQuotes(one, probe).includes(said[i] ?? 0n)))
}

function* readNg(pool: Pool): Reading<CurveStableReading | undefined> {
  const { address, tokens } = pool
  const [rates, offpegE10, ...rest] = yield* ask(
    getStoredRates(address, tokens.length),
    getOffpegMultiplier(address),
    ...createNumberReads(pool),
  )
  return toReading(pool, rest, { rates, offpegE10, dividedOnce: true })
}

function* readPlain(pool: Pool): Reading<CurveStableReading | undefined> {
  const dividedOnce = flagFact(pool, 'dividedOnce')
  if (flagFact(pool, 'readsRates')) {
    const [rates, ...rest] = yield* ask(getStoredRates(pool.address, pool.tokens.length), ...createNumberReads(pool))
    return toReading(pool, rest, { rates, dividedOnce })
  }
  const rates = numbersFact(pool, 'decimals').map((decimals) => 10n ** BigInt(36 - decimals))
  return toReading(pool, yield* ask(...createNumberReads(pool)), { rates, dividedOnce })
}

/** The numbers that are read of every pool. */
function createNumberReads(pool: Pool): readonly Read<bigint>[] {
  const { address, tokens } = pool
  return [
    getAmplification(address, precisionOf(pool)),
    getFutureA(address),
    getFee(address),
    getAdminFee(address),
    ...tokens.map((_, i) => getBalance(address, i)),
    ...createProbes(pool).map(({ from, to, amountIn }) => getDy(address, from, to, amountIn)),
  ]
}

function toReading(
  pool: Pool,
  answers: readonly bigint[],
  kind: Pick<CurveStableState, 'rates' | 'dividedOnce' | 'offpegE10'>,
): CurveStableReading | undefined {
  const [amplification = 0n, future = 0n, feeE10 = 0n, adminFeeE10 = 0n, ...rest] = answers
  const balances = rest.slice(0, pool.tokens.length)
  // During a ramp it is different in the next block.
  if (amplification !== future) throw new PoolSkippedError('unmodelled')
  if (balances.includes(0n)) return undefined
  const state = { balances, amplification, precision: precisionOf(pool), feeE10, adminFeeE10, ...kind }
  return { state, said: rest.slice(balances.length) }
}

const precisionOf = (pool: Pool): bigint => (isStableSwapNg(pool) ? 100n : BigInt(numberFact(pool, 'precision')))

/**
 * One whole token of each for the next: the contract's quotes reveal a pool of another kind than the known ones. Where
 * they have to tell two kinds apart that differ by a unit of D, three odd amounts more.
 */
function createProbes(pool: Pool): readonly Trade[] {
  const count = pool.tokens.length
  const sizes = flagFact(pool, 'probesDivision') ? [1_000n, ...oddThousandths] : [1_000n]
  return numbersFact(pool, 'decimals').flatMap((decimals, from) =>
    sizes.map((size) => {
      return { from, to: (from + 1) % count, amountIn: amount((size * 10n ** BigInt(decimals)) / 1_000n) }
    }),
  )
}

const oddThousandths = [7_331n, 977_777n, 12_345_679n] as const
