/** Reads a pool at one block, and compares its quotes of some trades with ours. */
import { getTime } from '#amm/clock'
import { ask, type Reading } from '#domain/calls/reads'
import { addressFact, numbersFact, textFact } from '#domain/pools/facts'
import type { Pool, Trade } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { amount } from '#domain/units'
import { wad } from '#math/integers/wad'
import { getBalance, getDy, getNumber, getPrices, getVersion, isKilled } from './abi.ts'
import { rulesByKind } from './amounts/rules.ts'
import { type CurveCryptoKind, type CurveCryptoState, kinds } from './amounts/state.ts'
import { quoteGetDy } from './amounts/swap.ts'

function kindOf(pool: Pool): CurveCryptoKind {
  const text = textFact(pool, 'kind')
  const kind = kinds.find((one) => one === text)
  if (kind === undefined) throw new RangeError(`"${text}" is no kind of pool`)
  return kind
}

/**
 * @throws PoolSkippedError if A and gamma are ramping, its math is another one, its quote differs from ours, or it fits
 * two sources that differ in the last digits of other trades
 */
export function* load(pool: Pool): Reading<CurveCryptoState | undefined> {
  const possible = yield* readPossibleStates(pool)
  if (possible === undefined) return undefined
  const [only, ...others] = possible
  if (only === undefined || others.length > 0) throw new PoolSkippedError('unmodelled')
  return only
}

/** A state for each generation of its contract that the pool's quotes fit. @throws PoolSkippedError as {@link load} */
export function* readPossibleStates(pool: Pool): Reading<readonly CurveCryptoState[] | undefined> {
  const { address, tokens } = pool
  const [killed, ...answers] = yield* ask(isKilled(address), ...createNumberReads(pool))
  if (killed) throw new PoolSkippedError('paused')
  const [balances, priceScale, oracle, last, said, rest] = splitAnswers(answers, tokens.length)
  const [invariant = 0n, a = 0n, gamma = 0n, midFeeE10 = 0n, outFeeE10 = 0n, feeGamma = 0n, ...others] = rest
  const [virtualPrice = 0n, supply = 0n, step = 0n, rampEnd = 0n, time = 0n, version = knownMath] = others
  const kind = kindOf(pool)
  if (isRamping(kind, rampEnd, time) || version !== knownMath) throw new PoolSkippedError('unmodelled')
  if (balances.includes(0n) || priceScale.includes(0n) || supply === 0n) return undefined
  const state: CurveCryptoState = {
    ...{ kind, a, gamma, balances, priceScale, invariant, midFeeE10, outFeeE10, feeGamma, virtualPrice, supply },
    precisions: precisionsOf(pool),
    isSettled: isSettled({ priceScale, oracle, last, step }),
  }
  return listGenerations(state).filter((one) =>
    createProbes(pool).every((probe, i) => quoteGetDy(one, probe) === said[i]),
  )
}

/** Of CryptoSwap with two tokens two sources differ in Newton's method; the contracts have no version to read. */
const listGenerations = (state: CurveCryptoState): readonly CurveCryptoState[] =>
  state.kind === 'two' ? [state, { ...state, dividesSum: true }] : [state]

/** The numbers that are read of every pool. */
function createNumberReads(pool: Pool) {
  const { address, tokens } = pool
  const count = tokens.length
  return [
    ...tokens.map((_, i) => getBalance(address, i)),
    ...(['scale', 'oracle', 'last'] as const).flatMap((which) => getPrices(address, which, count)),
    ...createProbes(pool).map(({ from, to, amountIn }) => getDy(address, from, to, amountIn)),
    ...(['invariant', 'a', 'gamma', 'midFee', 'outFee', 'feeGamma', 'virtualPrice'] as const).map((name) =>
      getNumber(address, name),
    ),
    getNumber(addressFact(pool, 'token'), 'totalSupply'),
    getNumber(address, 'adjustmentStep'),
    getNumber(address, 'futureTime'),
    getTime,
    ...(kindOf(pool) === 'two-ng' ? [getVersion(addressFact(pool, 'math'))] : []),
  ]
}

/**
 * Of Twocrypto-NG: `v2.1.0`. Pools with another version share factory and functions, but have other limits or another
 * curve.
 */
const knownMath = 0x76322e312e30n << 208n

/** Splits the answers into a list for each read. */
function splitAnswers(answers: readonly bigint[], count: number) {
  const left = [...answers]
  const next = (length: number): readonly bigint[] => left.splice(0, length)
  return [next(count), next(count - 1), next(count - 1), next(count - 1), next(probesPerToken * count), left] as const
}

/**
 * The old contracts recompute D, and require no gain, from the ramp order until a trade after its end; the new one
 * until its end.
 */
const isRamping = (kind: CurveCryptoKind, rampEnd: bigint, time: bigint): boolean =>
  rulesByKind[kind].isAnalytic ? rampEnd >= time : rampEnd !== 0n

interface ScalePrices {
  readonly priceScale: readonly bigint[]
  readonly oracle: readonly bigint[]
  readonly last: readonly bigint[]
  /** The smallest movement of the scale, 18 decimals. */
  readonly step: bigint
}

/**
 * True if the scale stays where it is in the next trade, at any time: the average lies between its old value and the
 * last price, and the scale moves only if the average is further away than a step.
 */
function isSettled({ priceScale, oracle, last, step }: ScalePrices): boolean {
  const squares = priceScale.map((scale, k) => {
    const ways = [oracle, last].map((prices) => ((prices[k] ?? 0n) * wad) / scale - wad)
    return ways.reduce((max, way) => (way * way > max ? way * way : max), 0n)
  })
  return squares.reduce((sum, square) => sum + square, 0n) <= step * step
}

const precisionsOf = (pool: Pool): readonly bigint[] =>
  numbersFact(pool, 'decimals').map((decimals) => 10n ** BigInt(18 - decimals))

const probesPerToken = 2

/** One whole token of each and a thousandth, for the next token. */
function createProbes(pool: Pool): readonly Trade[] {
  const count = pool.tokens.length
  return numbersFact(pool, 'decimals').flatMap((decimals, from) =>
    [0, 3].map((less) => ({
      from,
      to: (from + 1) % count,
      amountIn: amount(10n ** BigInt(Math.max(0, decimals - less))),
    })),
  )
}
