/** Finds a pair's pools in the factory of StableSwap-NG. */
import { type CurveFactoryRecord, findCurvePools } from '#amm/curve-factory'
import type { Reading } from '#domain/calls/reads'
import { listFact } from '#domain/pools/facts'
import type { Facts, Pool, Venue } from '#domain/pools/protocol'
import { type Address, evm } from '#domain/units'

/** Asset type of a token whose balances change by themselves: the pool's balance moves between reading and trade. */
const rebasing = 2
const maxTokens = 8

export const findPools = (venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> =>
  findCurvePools(venue, pair, {
    lists: 'counted',
    fields: ['assetTypes', 'isMeta', 'base', 'underlying', 'underlyingDecimals'],
    facts: (_, made) => ({ ng: true, decimals: collectDecimals(made), ...findBaseFacts(venue, made) }),
    isModelled: (made) => isModelled(made) && (made.isMeta === false || findBaseFacts(venue, made) !== undefined),
  })

function isModelled({
  tokens = [],
  decimals = [],
  assetTypes = [rebasing],
  isMeta = true,
  ...made
}: CurveFactoryRecord): boolean {
  const { base, underlying = [], underlyingDecimals = [] } = made
  if (assetTypes.includes(rebasing) || decimals.length < tokens.length || isMeta !== (base !== undefined)) return false
  if (!isMeta) return tokens.length <= maxTokens
  const isWhole = tokens.length === 2 && underlying.length > 2 && underlyingDecimals.length >= underlying.length
  return isWhole && underlying.length < maxTokens
}

/** Of all tokens: its own, then those of the base pool. */
function collectDecimals({
  tokens = [],
  decimals = [],
  base,
  underlying = [],
  underlyingDecimals = [],
}: CurveFactoryRecord) {
  const own = decimals.slice(0, tokens.length)
  return base === undefined ? own : [...own, ...underlyingDecimals.slice(1, underlying.length)]
}

/** Facts of the base pool: a StableSwap-NG of this factory, or one that the venue states. */
function findBaseFacts(venue: Venue, { base, baseTypes = [], underlying = [] }: CurveFactoryRecord): Facts | undefined {
  if (base === undefined) return undefined
  const stated = parseStatedBases(venue).find(([pool]) => pool === base)
  if (stated !== undefined) return { basePrecision: stated[1], baseDividedOnce: stated[2] }
  const isOurs = baseTypes.length === underlying.length - 1 && !baseTypes.includes(rebasing)
  return isOurs ? { baseNg: true } : undefined
}

/** `facts.bases`: address of plain base pools, precision of A and whether D's product is divided once. */
function parseStatedBases(venue: Venue): readonly (readonly [Address, number, boolean])[] {
  if (venue.facts?.['bases'] === undefined) return []
  return listFact(venue, 'bases').map((one) => {
    const [pool, precision, dividedOnce] = Array.isArray(one) ? one : []
    return [evm(String(pool)), Number(precision), dividedOnce === true] as const
  })
}
