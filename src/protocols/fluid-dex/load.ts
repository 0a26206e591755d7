/** Reads a pool and what the layer knows of it at one block, and hears whether the resolver says of some trades what we say. */
import { getNative, getTime } from '#amm/clock'
import { addressFact, flagFact, numbersFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Pool, Trade } from '#domain/protocol'
import { ask, type Read, type Reading } from '#domain/reads'
import { type Address, amount } from '#domain/units'
import { unlessRefused } from '#math/unless-refused'
import {
  balanceOf,
  type Constants,
  estimateSwapIn,
  getConstants,
  getPrices,
  getScales,
  layerSlots,
  native,
  type Prices,
  poolSlots,
  type Scale,
  wordOf,
} from './abi.ts'
import { rangeAround } from './range.ts'
import type { Range, State, TokenState } from './state.ts'
import { swap } from './swap.ts'
import {
  debtOf,
  isTokenPaused,
  mostLentOf,
  type Setup,
  setupOf,
  supplyOf,
  totalsOf,
  type Variables,
  variablesOf,
  writtenOf,
} from './words.ts'

/** Of one token. */
export interface TokenSaid {
  readonly scale: Scale
  /** The words of the layer. */
  readonly words: { readonly [K in keyof ReturnType<typeof layerSlots>]: bigint }
  readonly held: bigint
}

/** Everything that is asked, but what the resolver says of trades. */
export interface Said {
  readonly time: bigint
  readonly prices: Prices
  readonly variables: bigint
  readonly variables2: bigint
  readonly tokens: readonly [TokenSaid, TokenSaid]
}

/** A whole token of each and a thousandth. */
export const probesOf = (pool: Pool): readonly (Trade & { readonly from: 0 | 1 })[] =>
  ([0, 1] as const).flatMap((from) =>
    [0, 3].map((less) => {
      const digits = Math.max(0, (numbersFact(pool, 'decimals')[from] ?? 0) - less)
      return { from, to: 1 - from, amountIn: amount(10n ** BigInt(digits)) }
    }),
  )

/** @throws LeftOut where it is paused, where time moves its price, or where the resolver says another output than we do */
export function* load(pool: Pool): Reading<State | undefined> {
  const { address, venue } = pool
  const probes = probesOf(pool)
  const resolver = addressFact(venue, 'resolver')
  const estimates = probes.map(({ from, amountIn }) => estimateSwapIn(resolver, address, from, amountIn))
  const { sayings, ...said } = yield* asking(pool, estimates)
  const state = stateOf(said)
  if (!probes.every((probe, i) => agrees(state, probe, sayings[i]))) throw new LeftOut('unmodelled')
  return state
}

/** One round. @throws LeftOut where the pool works with another layer, or looks elsewhere in it than we do */
export function* asking(
  pool: Pool,
  more: readonly Read<bigint>[] = [],
): Reading<Said & { readonly sayings: readonly bigint[] }> {
  const { address, venue } = pool
  const liquidity = addressFact(venue, 'liquidity')
  const [time, prices, constants, scales, variables, variables2, ...rest] = yield* ask(
    getTime,
    getPrices(addressFact(venue, 'resolver'), address),
    getConstants(address),
    getScales(address),
    wordOf(address, poolSlots.variables),
    wordOf(address, poolSlots.variables2),
    ...ownTokens(pool).flatMap((token) => wordsOf(liquidity, address, token)),
    ...more,
  )
  if (!isKnown(constants, pool, liquidity)) throw new LeftOut('unmodelled')
  const tokens = [saidOf(rest.slice(0, 6), scales[0]), saidOf(rest.slice(6, 12), scales[1])] as const
  return { time, prices, variables, variables2, tokens, sayings: rest.slice(12) }
}

/** The pool's tokens by its own names: `facts.native` says which of ours stands for native currency. */
const ownTokens = (pool: Pool): readonly Address[] => {
  const isNative = [flagFact(pool, 'native0'), flagFact(pool, 'native1')]
  return pool.tokens.map((token, i) => (isNative[i] ? native : token))
}

function wordsOf(liquidity: Address, pool: Address, token: Address): readonly Read<bigint>[] {
  const { prices, totals, supply, debt, limits } = layerSlots(pool, token)
  return [
    ...[prices, totals, supply, debt, limits].map((slot) => wordOf(liquidity, slot)),
    token === native ? getNative(liquidity) : balanceOf(token, liquidity),
  ]
}

function saidOf(answers: readonly bigint[], scale: Scale): TokenSaid {
  const [prices = 0n, totals = 0n, supply = 0n, debt = 0n, limits = 0n, held = 0n] = answers
  return { scale, words: { prices, totals, supply, debt, limits }, held }
}

/** Whether the pool works with the layer that was asked, and looks there where we did. */
function isKnown(constants: Constants, pool: Pool, liquidity: Address): boolean {
  return ownTokens(pool).every((token, i) => {
    const slots = layerSlots(pool.address, token)
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

/** @throws LeftOut where it is paused, or where time moves its price */
export function stateOf({ time, prices, variables, variables2, tokens }: Said): State {
  const setup = setupOf(variables2)
  const stored = variablesOf(variables)
  if (setup.isPaused || tokens.some(({ words }) => isTokenPaused(words.prices))) throw new LeftOut('paused')
  if (setup.hook !== 0n) throw new LeftOut('hooks')
  if (!setup.collateral && !setup.debt) throw new LeftOut('paused')
  const { collateral, debt, feePpm, revenuePercent } = setup
  return {
    ...rangeOf(setup, stored, prices),
    tokens: [tokenOf(tokens[0], 0, time, { prices, setup }), tokenOf(tokens[1], 1, time, { prices, setup })],
    ...{ collateral, debt, feePpm, revenuePercent },
    anchors: stored.time === time ? [stored.older, stored.last] : [stored.last],
  }
}

/** @throws LeftOut where it moves with time, or is not what the resolver says */
function rangeOf(setup: Setup, stored: Variables, prices: Prices): Range {
  if (setup.isShifting) throw new LeftOut('unmodelled')
  const { thresholds, centreSource, width } = setup
  const follows = thresholds.above > 0n || thresholds.below > 0n
  const isOutside = centreSource !== 0n
  // a contract that says the centre is asked at every trade; we have its word within the limits of this block
  const centre = isOutside ? prices.centre : within(stored.centre, setup)
  const range = unlessRefused(() => rangeAround(centre, width))
  if (range === undefined) throw new LeftOut('unmodelled')
  if (follows && (isOutside || thresholds.seconds === 0n || isFollowing(setup, stored))) throw new LeftOut('unmodelled')
  const isSame = (['centre', 'upper', 'lower', 'mean'] as const).every((name) => range[name] === prices[name])
  if (!isSame || prices.last !== stored.last) throw new LeftOut('unmodelled')
  return range
}

const within = (centre: bigint, { most, least }: Setup): bigint =>
  centre > most ? most : centre < least ? least : centre

const thousand = 1_000n

/** Whether the last price lies so near to an end of the range that the centre is on its way to it. */
function isFollowing({ thresholds, width }: Setup, { centre, last }: Variables): boolean {
  const { upper, lower } = rangeAround(centre, width)
  const above = centre + ((upper - centre) * (thousand - thresholds.above)) / thousand
  const below = centre - ((centre - lower) * (thousand - thresholds.below)) / thousand
  return last > above || last < below
}

function tokenOf(
  { scale, words, held }: TokenSaid,
  i: 0 | 1,
  time: bigint,
  { prices, setup }: { readonly prices: Prices; readonly setup: Setup },
): TokenState {
  const supply = supplyOf(words.supply, time)
  const debt = debtOf(words.debt, time)
  const mostWritten = setup.mostWritten[i]
  return {
    ...scale,
    supplyPrice: prices.supply[i],
    owedPrice: prices.owed[i],
    ...(supply && { supply }),
    ...(debt && { debt }),
    totals: totalsOf(words.totals),
    written: writtenOf(words.prices, time),
    mostLent: mostLentOf(words.prices, words.limits),
    ...(mostWritten !== undefined && { mostWritten }),
    held,
  }
}

/** What we refuse is never traded, whatever is said of it. */
function agrees(state: State, probe: Trade, said: bigint | undefined): boolean {
  const ours = swap(state, probe)
  return ours === undefined || ours.out === said
}
