/** What Curve's factories of pools of this family say of a pair's pools. */
import { curvePools } from '#amm/curve-factory'
import { textFact } from '#domain/facts'
import type { Pool, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import { type Address, nativeToken } from '#domain/units'

/** The contracts know no token of more. */
const mostDecimals = 18

export const findPools = (venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]> =>
  curvePools(venue, pair, {
    lists: 'bare',
    asks: ['shares', 'math'],
    // shares of the new pools are the pools themselves
    facts: (pool, { decimals = [], shares = nativeToken, math = nativeToken }) => {
      const kind = textFact(venue, 'kind')
      const token = shares === nativeToken ? pool : shares
      return { kind, decimals, token, ...(kind === 'two-ng' && { math }) }
    },
    isModelled: ({ tokens = [], decimals = [] }) =>
      decimals.length === tokens.length && decimals.every((digits) => digits <= mostDecimals),
  })
