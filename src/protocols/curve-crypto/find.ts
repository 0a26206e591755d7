/** What Curve's factories of pools of this family say of a pair's pools. */
import { curvePools } from '#amm/curve-factory'
import { textFact } from '#domain/facts'
import type { Pool, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import { type Address, nativeToken } from '#domain/units'
import { type Made, madeOf } from './abi.ts'

type Pair = readonly [Address, Address]

const mostDecimals = 18

export const findPools = (venue: Venue, pair: Pair): Reading<readonly Pool[]> =>
  curvePools<Partial<Made>>(venue, pair, {
    parts: madeOf,
    pool: (address, parts) => poolFrom({ venue, pair, address }, Object.assign({}, ...parts)),
  })

interface Found {
  readonly venue: Venue
  readonly pair: Pair
  readonly address: Address
}

function poolFrom({ venue, pair, address }: Found, made: Partial<Made>): Pool | undefined {
  const { tokens = [], decimals = [], shares = nativeToken, feeE10 = 0n } = made
  if (!pair.every((token) => tokens.includes(token))) return undefined
  // shares of a Tricrypto-NG are the pool itself
  const token = shares === nativeToken ? address : shares
  const facts = { kind: textFact(venue, 'kind'), decimals, token }
  const pool = { venue, address, tokens, feePpm: Math.round(Number(feeE10) / 10_000), facts }
  // the contracts know no token of more
  const isKnown = decimals.length === tokens.length && decimals.every((digits) => digits <= mostDecimals)
  return isKnown ? pool : { ...pool, leftOut: 'unmodelled' }
}
