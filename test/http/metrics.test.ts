/** Figures for those who watch the server, at an address of their own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshHome } from '../cli/run-built.ts'
import { roomyFlags, startBuiltServer } from './built-server.ts'
import { queryOf, replyOf, type Serving, serving, wanted } from './house.ts'

let api: Serving
beforeAll(async () => {
  api = await serving()
})
afterAll(() => api.close())

const at = async (base: string | undefined, path: string, headers: Record<string, string> = {}) =>
  replyOf(await fetch(`${base}${path}`, { headers }))

test('nobody reads them where the interface is answered', async () => {
  expect((await at(api.server.url, '/metrics')).body.code).toBe(1404)
  expect((await at(api.server.authUrl, '/metrics', { apikey: api.key.text })).body.code).toBe(1404)
})

test('at their address is nothing of the interface, and what watches the server', async () => {
  const { metricsUrl } = api.server
  const metrics = await at(metricsUrl, '/metrics')
  expect([metrics.status, metrics.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect(metrics.headers.get('access-control-allow-origin')).toBeNull()
  for (const path of ['/healthz', '/readyz']) expect((await at(metricsUrl, path)).status, path).toBe(200)
  for (const path of ['/aggregator/quote', '/swagger']) expect((await at(metricsUrl, path)).body.code, path).toBe(1404)
})

test('without a port they are nowhere', async () => {
  const other = await api.another({ metrics: undefined })
  expect(other.server.metricsUrl).toBeUndefined()
  expect((await other.get('/healthz')).status).toBe(200)
})

test('requests are counted by network, status and code of error', async () => {
  await api.quote()
  await api.quote({ slippage: undefined })
  await api.quote({ network: 'atlantis' })
  const lines = (await at(api.server.metricsUrl, '/metrics')).text.split('\n')
  const quotes = 'swapline_http_requests_total{address="public",method="GET",path="/aggregator/quote"'
  expect(lines).toContain(`${quotes},network="sandbox",status="200"} 1`)
  expect(lines).toContain(`${quotes},network="sandbox",status="400",code="1000"} 1`)
  // A name that anybody made up is no label.
  expect(lines).toContain(`${quotes},status="400",code="1001"} 1`)
  expect(lines).toContain('swapline_http_request_seconds_count{path="/aggregator/quote",network="sandbox"} 2')
})

test('posts to endpoints are counted and timed by network and host, and the process is measured', async () => {
  const { text } = await at(api.server.metricsUrl, '/metrics')
  const { host } = new URL(api.house.url)
  const [, answered] =
    new RegExp(
      `^swapline_rpc_requests_total\\{network="sandbox",endpoint="${host}",outcome="answered"\\} (\\d+)$`,
      'm',
    ).exec(text) ?? []
  expect(Number(answered)).toBeGreaterThan(2)
  expect(text).toMatch(
    new RegExp(`^swapline_rpc_seconds_count\\{network="sandbox",endpoint="${host}"\\} ${answered}$`, 'm'),
  )
  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])
    expect(Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]), name).toBeGreaterThan(1_000_000)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})

test('an endpoint that fails is counted by its host, never by its path', async () => {
  const place = { home: freshHome(), chainUrl: 'http://127.0.0.1:9/v3/c0ffee5ec2e7c0ffee5ec2e7' }
  const server = await startBuiltServer(place, roomyFlags)
  expect((await fetch(`${server.url}/aggregator/quote${queryOf(wanted)}`)).status).toBe(503)
  const { text } = await at(server.metricsUrl, '/metrics')
  expect(text).toMatch(
    /^swapline_rpc_requests_total\{network="sandbox",endpoint="127.0.0.1:9",outcome="failed"\} [1-9]/m,
  )
  expect(text).toContain('path="/aggregator/quote",network="sandbox",status="503",code="1503"} 1')
  expect(text).not.toContain('c0ffee')
})
