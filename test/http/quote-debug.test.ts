/** Why a quote is what it is, kept beside it: every pool with its reason, every source, times, the last simulation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksum } from '#cli/checksum'
import { composeWith } from '#compose'
import { nativeToken } from '#domain/units'
import { entryOf } from '#networks/find'
import { agreeable, asking, surroundingsOf, swapping } from '../trade/house.ts'
import { clientOf, type Parameters, type Reply, roomy, type Serving, serving, usdc, usdt, weth } from './house.ts'

let api: Serving
beforeAll(async () => {
  api = await serving()
})
afterAll(() => api.close())

const debugOf = async (quoteId: string): Promise<Reply['body']> =>
  (await api.get('/aggregator/quote-debug', { quoteId })).body

async function debugged(more: Parameters) {
  const { body: quote, text } = await api.quote(more)
  expect(quote.id, text).toBeDefined()
  return { quote, debug: await debugOf(quote.id) }
}

const venues = entryOf('sandbox').venues.map(({ name }) => name)
const countOf = (pools: readonly { source: string; reason: string | null }[], source: string, reason: string | null) =>
  pools.filter((pool) => pool.source === source && pool.reason === reason).length

test('every pool has its reason, used ones have none, and the sources count them', async () => {
  const { debug } = await debugged({})
  expect(debug.poolsSeen).toBeGreaterThan(3)
  expect(debug.pools).toHaveLength(debug.poolsSeen)
  expect(new Set(debug.pools.map(({ address }: { address: string }) => address)).size).toBe(debug.poolsSeen)
  for (const { used, reason } of debug.pools) expect(used).toBe(reason === null)
  expect(debug.sources.map(({ source }: { source: string }) => source)).toEqual(venues)
  for (const { source, asked, pools, used, reasons } of debug.sources) {
    expect(asked).toBe(true)
    expect(used).toBe(countOf(debug.pools, source, null))
    for (const reason in reasons) expect(reasons[reason]).toBe(countOf(debug.pools, source, reason))
    expect(Object.values(reasons).reduce((sum: number, n) => sum + Number(n), used)).toBe(pools)
  }
})

test('the pools of the route are the used ones', async () => {
  const { quote, debug } = await debugged({ sellAmount: '100000000000000000000' })
  const { body } = await api.get('/aggregator/distributions', { quoteId: quote.id })
  const used = debug.pools.filter((pool: { used: boolean }) => pool.used)
  expect(new Set(used.map(({ address }: { address: string }) => address))).toEqual(
    new Set(body.legs.map(({ pool }: { pool: string }) => pool)),
  )
})

test('what the request leaves out is excluded: pools by name, sources unasked', async () => {
  const before = (await debugged({})).debug
  const [used] = before.pools
  const { debug } = await debugged({ excludePools: used.address })
  expect(debug.pools.find(({ address }: { address: string }) => address === used.address)).toMatchObject({
    used: false,
    reason: 'excluded',
  })
  const [first = '', ...others] = venues
  const narrowed = (await debugged({ excludeSources: others.join(',') })).debug
  for (const { source, asked, pools } of narrowed.sources) {
    expect(asked).toBe(source === first)
    if (!asked) expect(pools).toBe(0)
  }
})

test('with a single hop allowed, pools elsewhere are out of reach', async () => {
  const { debug } = await debugged({ maxHops: '1' })
  const reasons = new Set(debug.pools.map(({ reason }: { reason: string | null }) => reason))
  expect(reasons).toContain('hop_limit')
  expect(reasons).toContain(null)
})

test('a quote to buy, and one that only wraps', async () => {
  const bought = await debugged({ sellAmount: undefined, buyAmount: '1000000' })
  expect(bought.debug.pools).toHaveLength(bought.debug.poolsSeen)
  const wrapped = await debugged({ toTokenAddress: weth })
  expect(wrapped.debug).toMatchObject({ poolsSeen: 0, pools: [] })
})

test('times add up to no more than the whole', async () => {
  const { survey, search, proof, total } = (await debugged({ sellAmount: '1234500000000000000' })).debug.timingsMs
  for (const one of [search, proof]) expect(one).toBeGreaterThan(0)
  expect(survey).toBeGreaterThanOrEqual(0) // none where the pools are warm
  expect(survey + search + proof).toBeLessThanOrEqual(total + 0.05)
})

test('the last simulation: none yet, what the router would give, or why it would fail', async () => {
  const [{ quote, debug }, exact] = [await debugged({}), (await debugged({ slippage: '0' })).quote]
  expect(debug.simulation).toBeNull()
  const simulated = async (quoteId: string, status: number) => {
    const reply = await api.get('/aggregator/transaction', { quoteId })
    expect(reply.status, reply.text).toBe(status)
    return debugOf(quoteId)
  }
  const { simulation, state } = await simulated(quote.id, 200)
  expect(state).toBe('consumed')
  expect(simulation).toMatchObject({ ok: true, amountOut: quote.amountOut })
  expect(Number(simulation.gasUsed)).toBeGreaterThan(50_000)

  const { wrapped, stables } = entryOf('sandbox')
  const trader = await api.house.parts.trader()
  await trader.swap(swapping({ request: asking(nativeToken, stables[0] ?? wrapped, 10n ** 18n) }), agreeable())
  const failed = await simulated(exact.id, 400)
  expect(failed).toMatchObject({ state: 'valid', simulation: { ok: false } })
  expect(failed.simulation.revertReason).not.toBe('')
})

test('is there for another server over the same store, and after a restart', async () => {
  const { quote, debug } = await debugged({ fromTokenAddress: usdc, toTokenAddress: usdt, sellAmount: '5000000' })
  const parts = composeWith({})(surroundingsOf(api.house.state, api.house.url))
  const server = await (await parts.host(undefined)).start(roomy)
  const { body } = await clientOf(server).get('/aggregator/quote-debug', { quoteId: quote.id })
  expect(body).toEqual(debug)
  await server.stop()
  await parts.close()
})

test('of a quote that nobody took notes on, the pools of the route are known', async () => {
  const { wrapped, stables } = entryOf('sandbox')
  const service = await api.house.parts.service()
  const { id } = await service.quote(asking(wrapped, stables[0] ?? wrapped, 10n ** 18n))
  const debug = await debugOf(id)
  expect(debug).toMatchObject({ timingsMs: null, sources: null, simulation: null })
  expect(debug.pools.length).toBeGreaterThan(0)
  for (const { used } of debug.pools) expect(used).toBe(true)
})

test('no route is said with the reason of every pool and of every source without one', async () => {
  const [first = '', ...others] = venues
  const { status, body } = await api.quote({ sellAmount: '1', excludeSources: others.join(',') })
  expect([status, body.code]).toEqual([400, 2069])
  const pools = body.details.filter(({ pool }: { pool?: string }) => pool !== undefined)
  expect(pools.length).toBeGreaterThan(0)
  for (const { source, pool, reason } of pools) {
    expect(source).toBe(first)
    expect(['zero_output', 'no_route', 'hop_limit']).toContain(reason)
    expect(pool).toBe(checksum(pool.toLowerCase()))
  }
  expect(pools.map(({ reason }: { reason: string }) => reason)).toContain('zero_output')
  for (const source of others) expect(body.details).toContainEqual({ source, reason: 'excluded' })
})
