/**
 * How a family draws one pool of a generated market: `test/generated.ts` in its folder exports it, and `npm run gen`
 * lists all. States are of each family's own type, near the tokens' prices.
 */
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import type { Random } from './random.ts'
import { type GeneratedToken, type GeneratedTokens, toUnits } from './tokens.ts'

export interface GeneratedFamily {
  readonly kind: string
  /** How many of a thousand pools are of it; 10 if absent. */
  readonly share?: number
  draw(draw: FamilyDraw): FamilyPool
}

export interface FamilyPool {
  readonly tokens: readonly GeneratedToken[]
  readonly state: unknown
  readonly feePpm: number
  readonly facts?: NonNullable<Pool['facts']>
  readonly base?: Address
}

export interface FamilyDraw {
  readonly random: Random
  readonly tokens: GeneratedTokens
  readonly pair: readonly [GeneratedToken, GeneratedToken]
  /** Of each token in the pool. */
  readonly dollars: number
}

export interface PoolDraw {
  readonly random: Random
  readonly tokens: readonly GeneratedToken[]
  /** Of each token in the pool. */
  readonly dollars: number
}

export interface PairDraw extends PoolDraw {
  readonly tokens: readonly [GeneratedToken, GeneratedToken]
  /** The pool's price over that of the tokens. */
  readonly skew: number
}

export const wad = 10n ** 18n

/** By which an amount has 18 decimals. */
export const scaleOf = ({ decimals }: GeneratedToken): bigint => 10n ** BigInt(18 - decimals)

export const toPair = ({ random, pair, dollars }: FamilyDraw): PairDraw => ({
  random,
  tokens: pair,
  dollars,
  skew: random.between(0.99995, 1.00005),
})

export const drawReserves = ({ tokens: [a, b], dollars, skew }: PairDraw) =>
  [toUnits(a, dollars), toUnits(b, dollars * skew)] as const

/** Amounts within a few percent of each other. */
export const drawBalances = ({ random, tokens, dollars }: PoolDraw): readonly bigint[] =>
  tokens.map((token) => toUnits(token, dollars * random.between(0.97, 1.03)))

/** That many of them, each once. */
export function pickSome(random: Random, from: readonly GeneratedToken[], count: number): readonly GeneratedToken[] {
  const left = [...from]
  return Array.from({ length: count }, () => {
    const one = random.pick(left)
    left.splice(left.indexOf(one), 1)
    return one
  })
}

/** Half of them between stable tokens. */
export function drawSometimesStable(
  draw: FamilyDraw,
  stateOf: (pair: PairDraw, isStable: boolean) => unknown,
): Pick<FamilyPool, 'tokens' | 'state'> {
  const isStable = draw.random() < 0.5
  const [one, other] = isStable ? pickSome(draw.random, draw.tokens.stables, 2) : draw.pair
  if (one === undefined || other === undefined) throw new RangeError('too few stable tokens')
  const pair = [one, other] as const
  return { tokens: pair, state: stateOf(toPair({ ...draw, pair }), isStable) }
}
