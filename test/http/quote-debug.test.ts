/** Why a quote is what it is, stored with it: every pool with its reason, every source, times, the last simulation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { nativeToken } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { checksum } from '#text/checksum'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest } from '../trade/fixture.ts'
import {
  createClient,
  generousLimits,
  type HttpFixture,
  type Parameters,
  type Reply,
  startHttpFixture,
  usdc,
  usdt,
  weth,
} from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

const debugOf = async (quoteId: string): Promise<Reply['body']> =>
  (await api.get('/aggregator/quote-debug', { quoteId })).body

async function requestDebug(more: Parameters) {
  const { body: quote, text } = await api.quote(more)
  expect(quote.id, text).toBeDefined()
  return { quote, debug: await debugOf(quote.id) }
}

const venues = getNetworkEntry('sandbox').venues.map(({ name }) => name)
const countOf = (pools: readonly { source: string; reason: string | null }[], source: string, reason: string | null) =>
  pools.filter((pool) => pool.source === source && pool.reason === reason).length

test('every pool has its reason, used ones have none, and the sources count them', async () => {
  const { debug } = await requestDebug({})
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
  const { quote, debug } = await requestDebug({ sellAmount: '100000000000000000000' })
  const { body } = await api.get('/aggregator/distributions', { quoteId: quote.id })
  const used = debug.pools.filter((pool: { used: boolean }) => pool.used)
  expect(new Set(used.map(({ address }: { address: string }) => address))).toEqual(
    new Set(body.legs.map(({ pool }: { pool: string }) => pool)),
  )
})

test('what the request excludes is excluded: pools by name, sources without being read', async () => {
  const before = (await requestDebug({})).debug
  const [used] = before.pools
  const { debug } = await requestDebug({ excludePools: used.address })
  expect(debug.pools.find(({ address }: { address: string }) => address === used.address)).toMatchObject({
    used: false,
    reason: 'excluded',
  })
  const [first = '', ...others] = venues
  const narrowed = (await requestDebug({ excludeSources: others.join(',') })).debug
  for (const { source, asked, pools } of narrowed.sources) {
    expect(asked).toBe(source === first)
    if (!asked) expect(pools).toBe(0)
  }
})

test('with a single hop allowed, pools of other pairs are out of reach', async () => {
  const { debug } = await requestDebug({ maxHops: '1' })
  const reasons = new Set(debug.pools.map(({ reason }: { reason: string | null }) => reason))
  expect(reasons).toContain('hop_limit')
  expect(reasons).toContain(null)
})

test('an exact-output quote, and one that only wraps', async () => {
  const bought = await requestDebug({ sellAmount: undefined, buyAmount: '1000000' })
  expect(bought.debug.pools).toHaveLength(bought.debug.poolsSeen)
  const wrapped = await requestDebug({ toTokenAddress: weth })
  expect(wrapped.debug).toMatchObject({ poolsSeen: 0, pools: [] })
})

test('times add up to no more than the total', async () => {
  const { survey, search, proof, total } = (await requestDebug({ sellAmount: '1234500000000000000' })).debug.timingsMs
  for (const one of [search, proof]) expect(one).toBeGreaterThan(0)
  expect(survey).toBeGreaterThanOrEqual(0) // zero if the pools are warm
  expect(survey + search + proof).toBeLessThanOrEqual(total + 0.05)
})

test('the last simulation: none yet, what the router would give, or why it would fail', async () => {
  const [{ quote, debug }, exact] = [await requestDebug({}), (await requestDebug({ slippage: '0' })).quote]
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

  const { wrapped, stables } = getNetworkEntry('sandbox')
  const trader = await api.app.components.trader()
  await trader.swap(
    createSwapRequest({ request: createQuoteRequest(nativeToken, stables[0] ?? wrapped, 10n ** 18n) }),
    autoConfirm(),
  )
  const failed = await simulated(exact.id, 400)
  expect(failed).toMatchObject({ state: 'valid', simulation: { ok: false } })
  expect(failed.simulation.revertReason).not.toBe('')
})

test('is available to another server over the same store, and after a restart', async () => {
  const { quote, debug } = await requestDebug({ fromTokenAddress: usdc, toTokenAddress: usdt, sellAmount: '5000000' })
  const parts = composeWith({})(createComposeInput(api.app.state, api.app.url))
  const server = await (await parts.host(undefined)).start(generousLimits)
  const { body } = await createClient(server).get('/aggregator/quote-debug', { quoteId: quote.id })
  expect(body).toEqual(debug)
  await server.stop()
  await parts.close()
})

test('without a record, the pools of the route are known', async () => {
  const { wrapped, stables } = getNetworkEntry('sandbox')
  const service = await api.app.components.service()
  const { id } = await service.quote(createQuoteRequest(wrapped, stables[0] ?? wrapped, 10n ** 18n))
  const debug = await debugOf(id)
  expect(debug).toMatchObject({ timingsMs: null, sources: null, simulation: null })
  expect(debug.pools.length).toBeGreaterThan(0)
  for (const { used } of debug.pools) expect(used).toBe(true)
})

test('no route is reported with the reason of every pool and of every source without one', async () => {
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
