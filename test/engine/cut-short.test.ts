/** Quotes of a service whose searches run out of time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Quote } from '#domain/quotes/quote'
import { createLocalRouting } from '#engine/routing'
import { createRoutingCore } from '#engine/routing-core'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { protocols } from '../chain/setup.ts'
import { createMarketFixture, createQuoteQuery, type MarketFixture } from './fixture.ts'

let chain: RunningChain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain.stop())

/** A second passes whenever it is read. */
function createFastClock() {
  let passedMs = 0
  return { elapsed: () => (passedMs += 1_000) }
}

const isOfSearch = ({ code }: Quote['warnings'][number]) => code === 'SEARCH_CUT_SHORT'

const question = createQuoteQuery(['WETH', 'USDC'], 1_000)

async function quoteWarm({ quote, market }: MarketFixture) {
  await quote(question)
  await market.followHead()
  return quote(question)
}

test('a search that takes too long is answered with its best route so far, with the gap, and says so', async () => {
  const hurried = createRoutingCore({ protocols, clock: createFastClock(), maxSearchMs: 1 })
  const { route, warnings } = await quoteWarm(createMarketFixture(chain.url, createLocalRouting(hurried)))
  expect(route.cutShortAfter).toBe(1)
  expect(warnings.filter(isOfSearch)).toEqual([
    {
      code: 'SEARCH_CUT_SHORT',
      message: 'The search was cut short: a longer one may find a better route, though none beyond the proven gap.',
    },
  ])
  const { route: best, warnings: others } = await quoteWarm(createMarketFixture(chain.url))
  expect([best.cutShortAfter, others.filter(isOfSearch)]).toEqual([undefined, []])
  const [least, most] = [route, best].map(({ amountOut, gasInTokenOut = amountOut }) => amountOut - gasInTokenOut)
  expect(most).toBeGreaterThan(least ?? 0n)
  expect(most).toBeLessThanOrEqual(route.optimality?.upperBound ?? 0n)
}, 60_000)
