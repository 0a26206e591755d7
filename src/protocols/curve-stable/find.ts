/** What the factory of StableSwap-NG says of a pair's pools. */
import { curvePools } from '#amm/curve-factory'
import type { Pool, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import type { Address } from '#domain/units'

/** Of a token whose balances grow by themselves: what a pool holds moves between the reading and the trade. */
const rebasing = 2
const mostTokens = 8

export const findPools = (venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> =>
  curvePools(venue, pair, {
    lists: 'counted',
    asks: ['assetTypes', 'isMeta'],
    facts: (_, { tokens = [], decimals = [] }) => ({ ng: true, decimals: decimals.slice(0, tokens.length) }),
    isModelled: ({ tokens = [], decimals = [], assetTypes = [rebasing], isMeta = true }) =>
      !isMeta && !assetTypes.includes(rebasing) && tokens.length <= mostTokens && decimals.length >= tokens.length,
  })
