/**
 * Routes over pools that share a state: a pool over another one and that one. A route has at most one of them, and
 * brings to the wei what was quoted. `SWAPLINE_ROUTES` sets the number of routes, `SWAPLINE_SEED` selects them.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { SwapError } from '#domain/errors'
import type { Pool } from '#domain/pools/protocol'
import type { Quote } from '#domain/quotes/quote'
import { amount } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { familyPools, sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { createComposeInput, createQuoteRequest, type SandboxApp, startSandboxApp } from '#test/trade/fixture'
import { createSettlement, type Settlement, sumChanges } from '#test/trade/random-routes'

const wanted = Number(process.env['SWAPLINE_ROUTES'] ?? 80)
const seed = Number(process.env['SWAPLINE_SEED'] ?? Date.now() % 2 ** 31)
console.info(`SWAPLINE_SEED=${seed}`)

const { USDC, USDT, DAI, WETH } = sandboxGround.tokens
const traded: readonly string[] = ['USDC', 'USDT', 'DAI', 'WETH']
const known = network.venues.flatMap(({ pools: own = [] }) => own)
/** Pools over another one, and those below them. */
const roots = new Set(known.flatMap(({ base }) => base ?? []))
const sharing = network.venues.filter(({ pools: own = [] }) =>
  own.some(({ base, address }) => base !== undefined || roots.has(address)),
)
const pools = sharing.flatMap(({ pools: own = [] }) => own.map(({ address }) => address))
const venues = sharing.map(({ name }) => name)
/** Those with a pool of two of the tokens. */
const others = [...sandboxPools.map(({ pair, ...pool }) => ({ ...pool, symbols: pair })), ...familyPools]
  .filter(({ venue, symbols }) => !venues.includes(venue) && symbols.filter((one) => traded.includes(one)).length > 1)
  .map(({ venue }) => venue as string)

let app: SandboxApp
let parts: SandboxApp['components']
let chain: Settlement
beforeAll(async () => {
  app = await startSandboxApp()
  parts = composeWith({})(createComposeInput(app.state, app.url, new Map([['trade.unproven', ['true']]])))
  chain = await createSettlement(app, createRpc(app.url))
})
afterAll(async () => {
  await parts.close()
  await app.close()
})

const ends = fc.constantFrom(USDC, USDT, DAI, WETH)
const anyRequest = fc
  .record({
    sell: ends,
    buy: ends,
    // of a stable token, and a two-thousandth of it in ether
    size: fc.double({ min: 0, max: 5.3, noNaN: true }),
    include: fc.subarray([...new Set(others)], { maxLength: 3 }),
    // so that the best of them is not in every route
    exclude: fc.subarray(pools, { maxLength: 3 }),
    maxHops: fc.integer({ min: 1, max: 5 }),
    maxLegs: fc.integer({ min: 1, max: 24 }),
    optimizeFor: fc.constantFrom('netOutput' as const, 'output' as const, 'gas' as const),
  })
  .filter(({ sell, buy }) => sell !== buy)
  .map(({ sell, buy, size, include, ...wishes }) => {
    const whole = 10 ** size / (sell === WETH ? 2_000 : 1)
    const raw = amount(BigInt(Math.floor(whole * 1e6)) * 10n ** BigInt(sell.decimals - 6) + 1n)
    return createQuoteRequest(sell.address, buy.address, raw, { include: [...venues, ...include], ...wishes })
  })

const rootOf = ({ base, address }: Pool) => base ?? address

async function requestQuote(request: Quote['request']): Promise<Quote | undefined> {
  try {
    return await (await parts.service()).quote(request)
  } catch (error) {
    if (error instanceof SwapError && error.code === 'NO_ROUTE') return undefined
    throw error
  }
}

async function executeRoute(quote: Quote): Promise<void> {
  const service = await parts.service()
  const payload = await service.buildPayload({ quoteId: quote.id, estimateGas: false, deadlineSeconds: 86_400 })
  const { from, to, sell, buy, sellAmount } = quote.request
  const done = await chain.settle(payload, { to, buy })
  expect(done.moved).toEqual(sumChanges([from, sell, -sellAmount], [to, buy, quote.route.amountOut]))
}

test('routes have at most one of them, and bring what was quoted', async () => {
  const used = new Map<string, number>()
  let [settled, mixed] = [0, 0]
  for (const request of fc.sample(anyRequest, { seed, numRuns: 4 * wanted })) {
    if (settled === wanted) break
    const quote = await requestQuote(request)
    if (quote === undefined) continue
    const { route } = quote
    const shared = route.legs.map(({ pool }) => rootOf(pool)).filter((root) => roots.has(root))
    expect(new Set(shared).size).toBe(shared.length)
    for (const { pool } of route.legs)
      if (roots.has(rootOf(pool))) used.set(pool.address, (used.get(pool.address) ?? 0) + 1)
    if (shared.length > 0 && route.legs.length > shared.length) mixed += 1
    await chain.undone(async (keep) => {
      await executeRoute(quote)
      if (settled % 3 === 0) keep()
    })
    settled += 1
  }
  console.info(`${settled} routes, ${mixed} with other legs beside, uses ${[...used.values()].join(' ')}`)
  expect(settled).toBe(wanted)
  expect(used.size).toBeGreaterThanOrEqual(2)
}, 600_000)

const over = known.filter(({ base }) => base !== undefined)
const below = over.flatMap(({ address, tokens }) =>
  tokens
    .slice(2)
    .flatMap((token) => [[address, tokens[0] ?? token, token] as const, [address, token, tokens[0] ?? token] as const]),
)

test.each(below)('alone %s trades %s for %s', async (address, sell, buy) => {
  const exclude = pools.filter((one) => one !== address)
  const raw = sell === DAI.address ? 7_000n * 10n ** 18n + 1n : 7_000_000_001n
  const quote = await requestQuote(createQuoteRequest(sell, buy, raw, { include: venues, exclude }))
  expect(quote?.route.legs.map(({ pool }) => pool.address)).toEqual([address])
  if (quote !== undefined) await chain.undone(() => executeRoute(quote))
})
