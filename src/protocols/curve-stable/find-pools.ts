/** Finds a pair's pools in the factory of StableSwap-NG, or in one of the factories before it. */
import { type CurveFactoryRecord, findCurvePools } from '#amm/curve-factory'
import type { Reading } from '#domain/calls/reads'
import { addressesFact, listFact } from '#domain/pools/facts'
import type { Facts, Pool, Venue } from '#domain/pools/protocol'
import { type Address, evm } from '#domain/units'

/** Asset type of a token whose balances change by themselves: the pool's balance moves between reading and trade. */
const rebasing = 2
const maxTokens = 8
/** The precision of A of all pools that factories create. */
const precision = 100

/** `facts.implementations` names a factory before StableSwap-NG, and those of its implementations that are modelled. */
export const findPools = (venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> =>
  venue.facts?.['implementations'] === undefined ? findNgPools(venue, pair) : findClassicPools(venue, pair)

const findNgPools = (venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> =>
  findCurvePools(venue, pair, {
    lists: 'counted',
    fields: ['assetTypes', 'isMeta', 'base', 'underlying', 'underlyingDecimals'],
    facts: (_, made) => ({ ng: true, decimals: collectDecimals(made), ...findBaseFacts(venue, made) }),
    isModelled: ({ assetTypes = [rebasing], ...made }) =>
      !assetTypes.includes(rebasing) && isModelled(made) && (!made.isMeta || findBaseFacts(venue, made) !== undefined),
  })

/** The code that a pool runs decides: no asset type tells of tokens whose balances change by themselves. */
const findClassicPools = (venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> =>
  findCurvePools(venue, pair, {
    lists: 'padded',
    fields: ['implementation', 'isMeta', 'base', 'underlying', 'underlyingDecimals'],
    facts: (_, made) => ({
      precision,
      probesDivision: true,
      ...(isOneOf(venue, 'withRates', made) && { readsRates: true }),
      decimals: collectDecimals(made),
      ...findBaseFacts(venue, made),
    }),
    isModelled: (made) =>
      (isOneOf(venue, 'implementations', made) || isOneOf(venue, 'withRates', made)) &&
      isModelled(made) &&
      (!made.isMeta || isBaseStated(venue, made)),
  })

const isOneOf = (venue: Venue, name: string, { implementation }: CurveFactoryRecord): boolean =>
  implementation !== undefined && addressesFact(venue, name).includes(implementation)

function isModelled({ tokens = [], decimals = [], isMeta = true, ...made }: CurveFactoryRecord): boolean {
  const { base, underlying = [], underlyingDecimals = [] } = made
  if (decimals.length < tokens.length || isMeta !== (base !== undefined)) return false
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

const isBaseStated = (venue: Venue, { base }: CurveFactoryRecord): boolean =>
  parseStatedBases(venue).some(([pool]) => pool === base)

/** Facts of the base pool: a StableSwap-NG of this factory, or one that the venue states. */
function findBaseFacts(venue: Venue, { base, baseTypes = [], underlying = [] }: CurveFactoryRecord): Facts | undefined {
  if (base === undefined) return undefined
  const stated = parseStatedBases(venue).find(([pool]) => pool === base)
  if (stated !== undefined) {
    const [, basePrecision, baseDividedOnce] = stated
    return { basePrecision, ...(baseDividedOnce === undefined ? { baseProbesDivision: true } : { baseDividedOnce }) }
  }
  const isOurs = baseTypes.length === underlying.length - 1 && !baseTypes.includes(rebasing)
  return isOurs ? { baseNg: true } : undefined
}

/** `facts.bases`: address of plain base pools, precision of A and, if known, whether D's product is divided once. */
function parseStatedBases(venue: Venue): readonly (readonly [Address, number, boolean | undefined])[] {
  if (venue.facts?.['bases'] === undefined) return []
  return listFact(venue, 'bases').map((one) => {
    const [pool, ofA, dividedOnce] = Array.isArray(one) ? one : []
    return [evm(String(pool)), Number(ofA), dividedOnce === undefined ? undefined : dividedOnce === true] as const
  })
}
