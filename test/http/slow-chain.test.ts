/** A chain that is slow, silent or behind: the server still answers in time, and names the problem. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { seconds } from '#domain/units'
import type { Rule } from '../chain/faults.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { type Client, type HttpFixture, type Reply, startHttpFixture } from './fixture.ts'

let proxy: FaultProxy

/** Has a second for an answer: on a busy machine that is too little for any, so only what is late is asked of it. */
let api: HttpFixture
/** Over the same chain and store, with time enough. */
let patient: Client
beforeAll(async () => {
  api = await startHttpFixture({ timeoutSeconds: seconds(1) }, async (url) => {
    proxy = await startProxy(url)
    return proxy.url
  })
  patient = await api.startAnother({})
})
afterEach(() => proxy.rules([]))
afterAll(async () => {
  await api.close()
  await proxy.close()
})

const late = {
  status: 503,
  code: 1503,
  error: 'NETWORK_UNAVAILABLE',
  message: 'The answer took longer than 1 seconds.',
}
const saidOf = ({ status, body }: Reply) => ({ status, code: body.code, error: body.error, message: body.message })
const slow = (milliseconds: number): Rule => ({ fault: { kind: 'delay', milliseconds } })

/** A value of `/metrics`. */
async function figure(client: Client, name: string): Promise<number> {
  const { text } = await client.get('/metrics')
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  )
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came to hold')
}

test('an answer that takes too long is refused in time, and the next one is given', async () => {
  proxy.rules([slow(6_000)])
  const began = Date.now()
  expect(saidOf(await api.quote())).toEqual(late)
  expect(Date.now() - began).toBeLessThan(5_500)
  proxy.rules([])
  await waitUntil(async () => (await api.quote()).status === 200)
})

test('a late payload does not consume its quote', async () => {
  const { body: quote } = await patient.quote()
  proxy.rules([slow(700)])
  const { status, body } = await api.get('/aggregator/transaction', { quoteId: quote.id })
  expect({ status, code: body.code }).toEqual({ status: 503, code: 1503 })
  await waitUntil(async () => (await figure(api, 'swapline_working')) === 0)
  proxy.rules([])
  expect((await patient.get('/aggregator/quote-debug', { quoteId: quote.id })).body.state).toBe('valid')
  expect((await patient.get('/aggregator/transaction', { quoteId: quote.id })).status).toBe(200)
})

test('a request that waits too long for a place is refused in time and never begins', async () => {
  const narrow = await api.startAnother({ maxConcurrent: 1, timeoutSeconds: seconds(1) })
  proxy.rules([slow(2_000)])
  const quotes = await Promise.all(Array.from({ length: 5 }, () => narrow.quote()))
  expect(quotes.map(({ body }) => body.message)).toEqual(Array.from({ length: 5 }, () => late.message))
  proxy.forget()
  proxy.rules([])
  await waitUntil(async () => (await figure(narrow, 'swapline_working')) === 0)
  expect(await figure(narrow, 'swapline_waiting')).toBe(0)
  const surveys = proxy.posts.filter(
    (methods) =>
      methods.includes('eth_call') && (methods.includes('eth_gasPrice') || methods.includes('eth_feeHistory')),
  )
  expect(surveys.length).toBeLessThan(4)
})

test('the last known head grows older while the endpoint is silent', async () => {
  let before = Number.NaN
  await waitUntil(async () => {
    await api.get('/readyz') // looks at the chain, which may take longer than the request waits
    before = await figure(api, 'swapline_head_age_seconds{network="sandbox"}')
    return before >= 0
  })
  proxy.rules([{ fault: { kind: 'status', status: 500 } }])
  await new Promise((resolve) => setTimeout(resolve, 3_100)) // a status is fresh for three seconds
  api.advanceClock(600)
  const { status, body } = await api.get('/readyz')
  expect([status, body.networks]).toEqual([
    503,
    [{ name: 'sandbox', ready: false, status: 'no-answer', headAgeSeconds: null }],
  ])
  expect(await figure(api, 'swapline_head_age_seconds{network="sandbox"}')).toBeGreaterThanOrEqual(before + 600)
})

test('tokens are listed without prices if the chain does not answer', async () => {
  proxy.rules([{ fault: { kind: 'status', status: 500 } }])
  const fresh = await api.startAnother({})
  const { status, body } = await fresh.post('/token-manager/tokens', { networkNames: ['sandbox'] })
  expect(status).toBe(200)
  expect(new Set(body.map(({ usdPrice }: { usdPrice: string | null }) => usdPrice))).toEqual(new Set([null]))
})
