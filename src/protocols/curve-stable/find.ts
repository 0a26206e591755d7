/** What the factory of StableSwap-NG says of a pair's pools. */
import { curvePools } from '#amm/curve-factory'
import type { Pool, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import type { Address } from '#domain/units'
import { type Made, madeOf } from './abi.ts'

type Pair = readonly [Address, Address]

/** Of a token whose balances grow by themselves: what a pool holds moves between the reading and the trade. */
const rebasing = 2
const mostTokens = 8

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
  const { tokens = [], decimals = [], feeE10 = 0n } = made
  // a pool over another pool is found by the tokens of that one too
  if (!pair.every((token) => tokens.includes(token))) return undefined
  const facts = { ng: true, decimals: decimals.slice(0, tokens.length) }
  const pool = { venue, address, tokens, feePpm: Math.round(Number(feeE10) / 10_000), facts }
  return isModelled(made) ? pool : { ...pool, leftOut: 'unmodelled' }
}

/** What the factory does not say of a pool counts against it. */
const isModelled = ({ tokens = [], decimals = [], assetTypes = [rebasing], isMeta = true }: Partial<Made>): boolean =>
  !isMeta && !assetTypes.includes(rebasing) && tokens.length <= mostTokens && decimals.length >= tokens.length
