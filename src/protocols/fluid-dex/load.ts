/** Reads a pool and its data in the layer at one block, and compares the resolver's quotes of some trades with ours. */
import { getNativeBalance, getTime } from '#amm/clock'
import { ask, type Read, type Reading } from '#domain/calls/reads'
import { addressFact, flagFact, numbersFact } from '#domain/pools/facts'
import type { Pool, Trade } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { type Address, amount } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import {
  balanceOf,
  computeLayerSlots,
  estimateSwapIn,
  type FluidConstants,
  type FluidPrices,
  type FluidScale,
  getConstants,
  getPrices,
  getScales,
  nativePlaceholder,
  poolSlots,
  readSlot,
} from './abi.ts'
import { computeRangeAround } from './range.ts'
import type { FluidRange, FluidState, FluidToken } from './state.ts'
import { swap } from './swap.ts'
import {
  type FluidSetup,
  type FluidVariables,
  isTokenPaused,
  parseDebt,
  parseMaxLent,
  parseRatios,
  parseSetup,
  parseSupply,
  parseTotals,
  parseVariables,
} from './words.ts'

/** Of one token. */
export interface FluidTokenReading {
  readonly scale: FluidScale
  /** The words of the layer. */
  readonly words: { readonly [K in keyof ReturnType<typeof computeLayerSlots>]: bigint }
  readonly held: bigint
}

/** All answers except the resolver's quotes. */
export interface FluidReading {
  readonly time: bigint
  readonly prices: FluidPrices
  readonly variables: bigint
  readonly variables2: bigint
  readonly tokens: readonly [FluidTokenReading, FluidTokenReading]
}

/** A whole token of each and a thousandth. */
export const createProbes = (pool: Pool): readonly (Trade & { readonly from: 0 | 1 })[] =>
  ([0, 1] as const).flatMap((from) =>
    [0, 3].map((less) => {
      const digits = Math.max(0, (numbersFact(pool, 'decimals')[from] ?? 0) - less)
      return { from, to: 1 - from, amountIn: amount(10n ** BigInt(digits)) }
    }),
  )

/** @throws PoolSkippedError if it is paused, if time moves its price, or if the resolver's quote differs from ours */
export function* load(pool: Pool): Reading<FluidState | undefined> {
  const { address, venue } = pool
  const probes = createProbes(pool)
  const resolver = addressFact(venue, 'resolver')
  const estimates = probes.map(({ from, amountIn }) => estimateSwapIn(resolver, address, from, amountIn))
  const { sayings, ...said } = yield* readFluidPool(pool, estimates)
  const state = toState(said)
  if (!probes.every((probe, i) => agrees(state, probe, sayings[i]))) throw new PoolSkippedError('unmodelled')
  return state
}

/** One round. @throws PoolSkippedError if the pool uses another layer, or other slots in it */
export function* readFluidPool(
  pool: Pool,
  more: readonly Read<bigint>[] = [],
): Reading<FluidReading & { readonly sayings: readonly bigint[] }> {
  const { address, venue } = pool
  const liquidity = addressFact(venue, 'liquidity')
  const [time, prices, constants, scales, variables, variables2, ...rest] = yield* ask(
    getTime,
    getPrices(addressFact(venue, 'resolver'), address),
    getConstants(address),
    getScales(address),
    readSlot(address, poolSlots.variables),
    readSlot(address, poolSlots.variables2),
    ...toFluidTokens(pool).flatMap((token) => createTokenReads(liquidity, address, token)),
    ...more,
  )
  if (!usesKnownLayer(constants, pool, liquidity)) throw new PoolSkippedError('unmodelled')
  const tokens = [toTokenReading(rest.slice(0, 6), scales[0]), toTokenReading(rest.slice(6, 12), scales[1])] as const
  return { time, prices, variables, variables2, tokens, sayings: rest.slice(12) }
}

/** The pool's tokens by its own addresses: `facts.native` tells which of ours represents native currency. */
const toFluidTokens = (pool: Pool): readonly Address[] => {
  const isNative = [flagFact(pool, 'native0'), flagFact(pool, 'native1')]
  return pool.tokens.map((token, i) => (isNative[i] ? nativePlaceholder : token))
}

function createTokenReads(liquidity: Address, pool: Address, token: Address): readonly Read<bigint>[] {
  const { prices, totals, supply, debt, limits } = computeLayerSlots(pool, token)
  return [
    ...[prices, totals, supply, debt, limits].map((slot) => readSlot(liquidity, slot)),
    token === nativePlaceholder ? getNativeBalance(liquidity) : balanceOf(token, liquidity),
  ]
}

function toTokenReading(answers: readonly bigint[], scale: FluidScale): FluidTokenReading {
  const [prices = 0n, totals = 0n, supply = 0n, debt = 0n, limits = 0n, held = 0n] = answers
  return { scale, words: { prices, totals, supply, debt, limits }, held }
}

/** True if the pool uses the layer that was read, and the same slots. */
function usesKnownLayer(constants: FluidConstants, pool: Pool, liquidity: Address): boolean {
  return toFluidTokens(pool).every((token, i) => {
    const slots = computeLayerSlots(pool.address, token)
    const same = (slot: bigint | undefined, ours: string): boolean => slot === BigInt(ours)
    return (
      constants.liquidity === liquidity &&
      constants.tokens[i] === token &&
      same(constants.supply[i], slots.supply) &&
      same(constants.debt[i], slots.debt) &&
      same(constants.prices[i], slots.prices)
    )
  })
}

/** @throws PoolSkippedError if it is paused, or if time moves its price */
export function toState({ time, prices, variables, variables2, tokens }: FluidReading): FluidState {
  const setup = parseSetup(variables2)
  const stored = parseVariables(variables)
  if (setup.isPaused || tokens.some(({ words }) => isTokenPaused(words.prices))) throw new PoolSkippedError('paused')
  if (setup.hook !== 0n) throw new PoolSkippedError('hooks')
  if (!setup.collateral && !setup.debt) throw new PoolSkippedError('paused')
  const { collateral, debt, feePpm, revenuePercent } = setup
  return {
    ...checkRange(setup, stored, prices),
    tokens: [toToken(tokens[0], 0, time, { prices, setup }), toToken(tokens[1], 1, time, { prices, setup })],
    ...{ collateral, debt, feePpm, revenuePercent },
    anchors: stored.time === time ? [stored.older, stored.last] : [stored.last],
  }
}

/** @throws PoolSkippedError if it moves with time, or differs from the resolver's */
function checkRange(setup: FluidSetup, stored: FluidVariables, prices: FluidPrices): FluidRange {
  if (setup.isShifting) throw new PoolSkippedError('unmodelled')
  const { thresholds, centreSource, width } = setup
  const follows = thresholds.above > 0n || thresholds.below > 0n
  const isOutside = centreSource !== 0n
  // a contract that sets the centre is called at every trade; its value of this block is used, within its limits
  const centre = isOutside ? prices.centre : clampCenter(stored.centre, setup)
  const range = undefinedOnRangeError(() => computeRangeAround(centre, width))
  if (range === undefined) throw new PoolSkippedError('unmodelled')
  if (follows && (isOutside || thresholds.seconds === 0n || isFollowing(setup, stored)))
    throw new PoolSkippedError('unmodelled')
  const isSame = (['centre', 'upper', 'lower', 'mean'] as const).every((name) => range[name] === prices[name])
  if (!isSame || prices.last !== stored.last) throw new PoolSkippedError('unmodelled')
  return range
}

const clampCenter = (centre: bigint, { max, min }: FluidSetup): bigint =>
  centre > max ? max : centre < min ? min : centre

const thousand = 1_000n

/** True if the last price is so close to an end of the range that the centre is moving towards it. */
function isFollowing({ thresholds, width }: FluidSetup, { centre, last }: FluidVariables): boolean {
  const { upper, lower } = computeRangeAround(centre, width)
  const above = centre + ((upper - centre) * (thousand - thresholds.above)) / thousand
  const below = centre - ((centre - lower) * (thousand - thresholds.below)) / thousand
  return last > above || last < below
}

function toToken(
  { scale, words, held }: FluidTokenReading,
  i: 0 | 1,
  time: bigint,
  { prices, setup }: { readonly prices: FluidPrices; readonly setup: FluidSetup },
): FluidToken {
  const supply = parseSupply(words.supply, time)
  const debt = parseDebt(words.debt, time)
  const mostWritten = setup.mostWritten[i]
  return {
    ...scale,
    supplyPrice: prices.supply[i],
    owedPrice: prices.owed[i],
    ...(supply && { supply }),
    ...(debt && { debt }),
    totals: parseTotals(words.totals),
    written: parseRatios(words.prices, time),
    mostLent: parseMaxLent(words.prices, words.limits),
    ...(mostWritten !== undefined && { mostWritten }),
    held,
  }
}

/** A trade that we refuse is never made, whatever the resolver quotes. */
function agrees(state: FluidState, probe: Trade, said: bigint | undefined): boolean {
  const ours = swap(state, probe)
  return ours === undefined || ours.out === said
}
