/** What the factory of StableSwap-NG says of a pair's pools. */
import { curvePools, type Made } from '#amm/curve-factory'
import { listFact } from '#domain/facts'
import type { Facts, Pool, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import { type Address, evm } from '#domain/units'

/** Of a token whose balances grow by themselves: what a pool holds moves between the reading and the trade. */
const rebasing = 2
const mostTokens = 8

export const findPools = (venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> =>
  curvePools(venue, pair, {
    lists: 'counted',
    asks: ['assetTypes', 'isMeta', 'base', 'underlying', 'underlyingDecimals'],
    facts: (_, made) => ({ ng: true, decimals: decimalsOf(made), ...baseOf(venue, made) }),
    isModelled: (made) => isModelled(made) && (made.isMeta === false || baseOf(venue, made) !== undefined),
  })

function isModelled({ tokens = [], decimals = [], assetTypes = [rebasing], isMeta = true, ...made }: Made): boolean {
  const { base, underlying = [], underlyingDecimals = [] } = made
  if (assetTypes.includes(rebasing) || decimals.length < tokens.length || isMeta !== (base !== undefined)) return false
  if (!isMeta) return tokens.length <= mostTokens
  const isWhole = tokens.length === 2 && underlying.length > 2 && underlyingDecimals.length >= underlying.length
  return isWhole && underlying.length < mostTokens
}

/** Of all tokens, those of a pool below behind its own. */
function decimalsOf({ tokens = [], decimals = [], base, underlying = [], underlyingDecimals = [] }: Made) {
  const own = decimals.slice(0, tokens.length)
  return base === undefined ? own : [...own, ...underlyingDecimals.slice(1, underlying.length)]
}

/** What is to be known of the pool below: a StableSwap-NG of this factory, or one that the venue states. */
function baseOf(venue: Venue, { base, baseTypes = [], underlying = [] }: Made): Facts | undefined {
  if (base === undefined) return undefined
  const stated = statedBases(venue).find(([pool]) => pool === base)
  if (stated !== undefined) return { basePrecision: stated[1], baseDividedOnce: stated[2] }
  const isOurs = baseTypes.length === underlying.length - 1 && !baseTypes.includes(rebasing)
  return isOurs ? { baseNg: true } : undefined
}

/** `facts.bases`: of plain pools below others the address, the precision of A and whether D's product is divided once. */
function statedBases(venue: Venue): readonly (readonly [Address, number, boolean])[] {
  if (venue.facts?.['bases'] === undefined) return []
  return listFact(venue, 'bases').map((one) => {
    const [pool, precision, dividedOnce] = Array.isArray(one) ? one : []
    return [evm(String(pool)), Number(precision), dividedOnce === true] as const
  })
}
