/** Finds a pair's pools in Curve's factories of this family. */
import { findCurvePools } from '#amm/curve-factory'
import type { Reading } from '#domain/calls/reads'
import { textFact } from '#domain/pools/facts'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Address, nativeToken } from '#domain/units'

/** The contracts support no token with more. */
const maxDecimals = 18

export const findPools = (venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> =>
  findCurvePools(venue, pair, {
    lists: 'bare',
    fields: ['shares', 'math'],
    // in the new pools the pool is its own share token
    facts: (pool, { decimals = [], shares = nativeToken, math = nativeToken }) => {
      const kind = textFact(venue, 'kind')
      const token = shares === nativeToken ? pool : shares
      return { kind, decimals, token, ...(kind === 'two-ng' && { math }) }
    },
    isModelled: ({ tokens = [], decimals = [] }) =>
      decimals.length === tokens.length && decimals.every((digits) => digits <= maxDecimals),
  })
