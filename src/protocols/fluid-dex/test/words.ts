/** The words of a pool and of the layer below it, for a scenario; times are relative to the block. */
import type { FluidPrices } from '#protocols/fluid-dex/abi'
import { createCurves } from '#protocols/fluid-dex/curves'
import { type FluidReading, type FluidTokenReading, toState as stateSaid } from '#protocols/fluid-dex/load'
import { computeRangeAround } from '#protocols/fluid-dex/range'
import { truncateBits, truncateBitsUp } from '#protocols/fluid-dex/rounding'
import type { FluidState } from '#protocols/fluid-dex/state'

const one = 10n ** 27n
const twelve = 10n ** 12n
/** A time before which all ages fit. */
const aWhile = 1_000_000_000n

export interface TokenScenario {
  /** Of the pool, whole 10^-6 of a token, with interest. */
  readonly supplied: bigint
  readonly owed: bigint
  readonly withInterest: readonly [boolean, boolean]
  /** Exchange prices, 10^-3 above 1. */
  readonly earned: readonly [number, number]
  /** Supply of others in 10^-2 of the pool's supply and debt, and their debt in 10^-2 of its debt. */
  readonly others: readonly [number, number]
  /** Limits: distance in 10^-4, expansion, seconds since. */
  readonly near: number
  readonly expand: number
  readonly age: number
  /** The layer's limit and the pool's, 10^-4 and 10^-3. */
  readonly mostLent: number
  readonly mostWritten: number
  /** Error of what the layer has stored, and the error allowed. */
  readonly drift: number
  readonly threshold: number
  readonly writtenAgo: number
  /** The layer holds little. */
  readonly scarce: boolean
}

export interface Scenario {
  /** Which of the pools: they differ in their tokens' decimals. */
  readonly which: number
  readonly curves: 'collateral' | 'debt' | 'both'
  /** Token 1 for token 0, 27 decimals. */
  readonly centre: bigint
  readonly outside: boolean
  /** In 10^-6. */
  readonly width: readonly [number, number]
  readonly feePpm: number
  readonly revenuePercent: number
  /** Distance of the last price from the current one, in 10^-4. */
  readonly drifted: number
  readonly age: number
  readonly tokens: readonly [TokenScenario, TokenScenario]
}

/** Default that each test varies: about a million of either token, and two curves at one price. */
export const usualToken: TokenScenario = {
  supplied: 10n ** 12n,
  owed: 10n ** 12n,
  withInterest: [true, true],
  earned: [12, 31],
  others: [600, 40],
  near: 2_000,
  expand: 2_000,
  age: 500,
  mostLent: 10_000,
  mostWritten: 950,
  drift: 0,
  threshold: 100,
  writtenAgo: 3_600,
  scarce: false,
}

export const usual: Scenario = {
  which: 0,
  curves: 'both',
  centre: one,
  outside: false,
  width: [30_000, 30_000],
  feePpm: 100,
  revenuePercent: 10,
  drifted: 0,
  age: 60,
  tokens: [usualToken, usualToken],
}

export const decimals: readonly (readonly [number, number])[] = [
  [18, 18],
  [6, 18],
  [6, 8],
]

/** Packed as the contracts do: leading bits and a shift. */
export function packWords(n: bigint, bits: number, up = false): bigint {
  const kept = up ? truncateBitsUp(n, bits) : truncateBits(n, bits)
  const shift = BigInt(Math.max(0, kept.toString(2).length - bits))
  return ((kept >> shift) << 8n) | shift
}

const part = (amount: bigint, of: number, whole: number): bigint => (amount * BigInt(of)) / BigInt(whole)
const bit = (flag: boolean): bigint => (flag ? 1n : 0n)
const digitsOf = ({ which }: Scenario, i: 0 | 1): number => decimals[which]?.[i] ?? 0

interface TokenWords {
  readonly words: FluidTokenReading['words']
  readonly held: bigint
}

/** Without times, which are relative to the block's. */
export function tokenWords(scenario: Scenario, i: 0 | 1): TokenWords {
  const token = scenario.tokens[i]
  const unit = 10n ** BigInt(digitsOf(scenario, i))
  const [supplied = 0n, owed = 0n] = rawOf(token).map((amount) => (amount * unit) / 1_000_000n)
  const common = (BigInt(token.expand) << 162n) | (50_000n << 176n)
  const stays = supplied - part(supplied, token.near, 10_000)
  const supply = bit(token.withInterest[0]) | (packWords(supplied, 56) << 1n) | (packWords(stays, 56) << 65n) | common
  const may = packWords(owed + part(owed, token.near, 10_000), 56)
  const bounds = (packWords(part(owed, 1, 2), 10) << 200n) | (packWords(owed * 2n, 10) << 218n)
  const debt = bit(token.withInterest[1]) | (packWords(owed, 56, true) << 1n) | (may << 65n) | common | bounds
  const sums = sumsOf(token, supplied, owed)
  const { all, lent, prices } = pricesWord(token, sums)
  const totals =
    packWords(sums.suppliedRaw, 56) |
    (packWords(sums.suppliedFree, 56) << 64n) |
    (packWords(sums.owedRaw, 56, true) << 128n) |
    (packWords(sums.owedFree, 56, true) << 192n)
  const free = all > lent ? all - lent : 0n
  const held = token.scarce ? supplied / 50n : free + supplied / 10n
  return { words: { totals, supply, debt, prices, limits: BigInt(token.mostLent) }, held }
}

/** Without accrued interest. */
function rawOf(token: TokenScenario): readonly bigint[] {
  const prices = pricesOf(token)
  return [token.supplied, token.owed].map((amount, i) =>
    token.withInterest[i] ? (amount * twelve) / (prices[i] ?? twelve) : amount,
  )
}

type Sums = ReturnType<typeof sumsOf>

function sumsOf({ withInterest, others }: TokenScenario, mine: bigint, due: bigint) {
  const [theirs, dues] = [part(mine + due, others[0], 100), part(due, others[1], 100)]
  return {
    suppliedRaw: (withInterest[0] ? mine : 0n) + theirs,
    suppliedFree: (withInterest[0] ? 0n : mine) + theirs / 3n,
    owedRaw: (withInterest[1] ? due : 0n) + dues,
    owedFree: (withInterest[1] ? 0n : due) + dues / 5n,
  }
}

const pricesOf = ({ earned }: TokenScenario): readonly [bigint, bigint] => [
  twelve + part(twelve, earned[0], 1_000),
  twelve + part(twelve, earned[1], 1_000),
]

function pricesWord(token: TokenScenario, sums: Sums) {
  const [supplyPrice, owedPrice] = pricesOf(token)
  const [bearing, owing] = [(sums.suppliedRaw * supplyPrice) / twelve, (sums.owedRaw * owedPrice) / twelve]
  const [all, lent] = [bearing + sums.suppliedFree, owing + sums.owedFree]
  const utilisation = all === 0n || lent > all ? 10_000n : (lent * 10_000n) / all
  const prices =
    ((utilisation + BigInt(token.drift)) << 30n) |
    (BigInt(token.threshold) << 44n) |
    (supplyPrice << 91n) |
    (owedPrice << 155n) |
    (ratioOf(bearing, sums.suppliedFree) << 219n) |
    (ratioOf(owing, sums.owedFree) << 234n) |
    (bit(token.mostLent < 10_000) << 249n)
  return { all, lent, prices }
}

function ratioOf(bearing: bigint, free: bigint): bigint {
  if (bearing > free) return ((free * 10_000n) / bearing) * 2n
  return bearing < free ? ((bearing * 10_000n) / free) * 2n + 1n : 20_000n
}

const centreOf = ({ centre, outside }: Scenario): bigint => (outside ? centre : truncateBits(centre, 32))

/** @param last the price after the last trade */
export function poolWords(scenario: Scenario, last: bigint) {
  const { curves, feePpm, revenuePercent, width, outside, tokens } = scenario
  const centre = centreOf(scenario)
  const stored = packWords(last, 32)
  return {
    variables: (stored << 1n) | (stored << 41n) | (packWords(centre, 32) << 81n),
    variables2:
      bit(curves !== 'debt') |
      (bit(curves !== 'collateral') << 1n) |
      (BigInt(feePpm) << 2n) |
      (BigInt(revenuePercent) << 19n) |
      (BigInt(width[0]) << 27n) |
      (BigInt(width[1]) << 47n) |
      (bit(outside) << 112n) |
      (packWords(centre * 4n, 20) << 172n) |
      (packWords(centre / 4n, 20) << 200n) |
      (BigInt(tokens[0].mostWritten) << 228n) |
      (BigInt(tokens[1].mostWritten) << 238n),
  }
}

/** Price of the curves, plus the scenario's drift. @throws RangeError if there is no such pool */
export function lastOf(scenario: Scenario): bigint {
  const { collateral, debt } = createCurves(stateSaid(saidOf(scenario, truncateBits(scenario.centre, 32))), 0)
  const curve = collateral ?? debt
  if (curve === undefined) return centreOf(scenario)
  const price = (curve.imaginaryOut * one) / curve.imaginaryIn
  return truncateBits(part(price, 10_000 + scenario.drifted, 10_000), 32)
}

/** As our adapter would read it. @throws RangeError if there is no such pool */
export const stateOf = (scenario: Scenario): FluidState => stateSaid(saidOf(scenario, lastOf(scenario)))

function saidOf(scenario: Scenario, last: bigint): FluidReading {
  const [above = 0n, below = 0n] = scenario.width.map(BigInt)
  const [first, second] = scenario.tokens.map(pricesOf)
  const { variables, variables2 } = poolWords(scenario, last)
  const prices: FluidPrices = {
    ...computeRangeAround(centreOf(scenario), { above, below }),
    last,
    supply: [first?.[0] ?? 0n, second?.[0] ?? 0n],
    owed: [first?.[1] ?? 0n, second?.[1] ?? 0n],
  }
  return {
    time: aWhile,
    prices,
    variables: variables | ((aWhile - BigInt(scenario.age)) << 121n),
    variables2,
    tokens: [tokenSaid(scenario, 0), tokenSaid(scenario, 1)],
  }
}

function tokenSaid(scenario: Scenario, i: 0 | 1): FluidTokenReading {
  const { words, held } = tokenWords(scenario, i)
  const { age, writtenAgo } = scenario.tokens[i]
  const digits = digitsOf(scenario, i)
  const scale =
    digits > 12 ? { up: 1n, down: 10n ** BigInt(digits - 12) } : { up: 10n ** BigInt(12 - digits), down: 1n }
  const touched = (aWhile - BigInt(age)) << 129n
  const prices = words.prices | ((aWhile - BigInt(writtenAgo)) << 58n)
  return { scale, held, words: { ...words, prices, supply: words.supply | touched, debt: words.debt | touched } }
}
