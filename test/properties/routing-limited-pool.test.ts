/** Routes that fill a pool: rounding must not send it more than it takes. */
import { expect, test } from 'vitest'
import { rateToSegments } from '#amm/rate-segments'
import type { Protocol } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import { amount } from '#domain/units'
import { findRoute } from '#routing/find-route'
import { poolOf, protocols, type Reserves, requestOf, snapshotOf } from './routing-markets.ts'

const wad = 10n ** 18n
const toy = protocols.get('toy') as Protocol<Reserves>

/** Gives two for one, up to a limit that its segments state to the unit. */
const limited: Protocol<Reserves> = {
  ...toy,
  kind: 'limited',
  amountOut: ({ known = 0n }, { amountIn }) => (amountIn > known ? undefined : amount(2n * amountIn)),
  stateAfter: (state, { amountIn }) => ({ ...state, known: (state.known ?? 0n) - amountIn }),
  segments: ({ known }) => rateToSegments({ rate: 2, max: Number(known), gas: 60_000 }),
}
const context = { protocols: new Map([...protocols, [limited.kind, limited as Protocol<unknown>]]) }

function limitedPool(n: number, tokens: readonly number[], limit: bigint): LivePool {
  const { pool, state } = poolOf(n, tokens, [], limit)
  return { pool: { ...pool, venue: { ...pool.venue, protocol: limited.kind } }, state }
}

const reserve = 10n ** 6n * wad
const bought = (sold: bigint) => (reserve * sold * 997n) / (reserve * 1_000n + sold * 997n)

test('a route fills a pool that takes only so much, and sends the rest elsewhere', () => {
  for (let i = 1n; i <= 40n; i += 1n) {
    const limit = 168n * wad + i * 7_777_777_777_777n
    const sold = 200n * wad + i * 123_456_789_012_345_678n
    const pools = [limitedPool(1, [0, 1], limit), poolOf(2, [0, 1], [reserve, reserve])]
    const { route } = findRoute(context, { snapshot: snapshotOf(pools, 0n), request: requestOf(0, 1, sold) })
    const both = 2n * limit + bought(sold - limit)
    expect(route?.amountOut, `${i}`).toBeGreaterThan(both - both / 10_000_000n)
    expect(route?.amountOut).toBeLessThanOrEqual(both)
  }
})
