/** Metrics for monitoring, on a separate listener. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHome } from '../cli/run-built.ts'
import { generousFlags, startBuiltServer } from './built-server.ts'
import { defaultQuery, type HttpFixture, readReply, startHttpFixture, toQueryString } from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

const at = async (base: string | undefined, path: string, headers: Record<string, string> = {}) =>
  readReply(await fetch(`${base}${path}`, { headers }))

test('metrics are not served on the API’s listeners', async () => {
  expect((await at(api.server.url, '/metrics')).body.code).toBe(1404)
  expect((await at(api.server.authUrl, '/metrics', { apikey: api.key.text })).body.code).toBe(1404)
})

test('the metrics listener serves no API path, but the monitoring paths', async () => {
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

test('without a port they are not served', async () => {
  const other = await api.startAnother({ metrics: undefined })
  expect(other.server.metricsUrl).toBeUndefined()
  expect((await other.get('/healthz')).status).toBe(200)
})

test('requests are counted by network, status and error code', async () => {
  await api.quote()
  await api.quote({ slippage: undefined })
  await api.quote({ network: 'atlantis' })
  const lines = (await at(api.server.metricsUrl, '/metrics')).text.split('\n')
  const quotes = 'swapline_http_requests_total{address="public",method="GET",path="/aggregator/quote"'
  expect(lines).toContain(`${quotes},network="sandbox",status="200"} 1`)
  expect(lines).toContain(`${quotes},network="sandbox",status="400",code="1000"} 1`)
  // A made-up name is not used as a label.
  expect(lines).toContain(`${quotes},status="400",code="1001"} 1`)
  expect(lines).toContain('swapline_http_request_seconds_count{path="/aggregator/quote",network="sandbox"} 2')
})

test('posts to endpoints are counted and timed by network and host, and the process is measured', async () => {
  const { text } = await at(api.server.metricsUrl, '/metrics')
  const { host } = new URL(api.app.url)
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

test('a failing endpoint is counted by its host, never by its path', async () => {
  const place = { home: createHome(), chainUrl: 'http://127.0.0.1:9/v3/c0ffee5ec2e7c0ffee5ec2e7' }
  const server = await startBuiltServer(place, generousFlags)
  expect((await fetch(`${server.url}/aggregator/quote${toQueryString(defaultQuery)}`)).status).toBe(503)
  const { text } = await at(server.metricsUrl, '/metrics')
  expect(text).toMatch(
    /^swapline_rpc_requests_total\{network="sandbox",endpoint="127.0.0.1:9",outcome="failed"\} [1-9]/m,
  )
  expect(text).toContain('path="/aggregator/quote",network="sandbox",status="503",code="1503"} 1')
  expect(text).not.toContain('c0ffee')
})
