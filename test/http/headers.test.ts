/** The headers of answers, for browsers and proxies. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpFixture, startHttpFixture } from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

test('browsers do not guess content types or cache answers that change', async () => {
  for (const path of ['/healthz', '/aggregator/quote', '/nothing', '/swagger']) {
    const { headers } = await api.get(path)
    expect([headers.get('x-content-type-options'), headers.get('cache-control')], path).toEqual(['nosniff', 'no-store'])
  }
})

test.each([
  ['/openapi.yaml', 50_000],
  ['/swagger/swagger-ui-bundle.js', 1_000_000],
  ['/swagger/swagger-ui.css', 100_000],
])('%s is sent once to a client that caches it', async (path, size) => {
  const first = await api.get(path)
  expect(first.text.length).toBeGreaterThan(size)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const etag = first.headers.get('etag') ?? ''
  for (const had of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await api.get(path, {}, { 'if-none-match': had })
    expect([again.status, again.text, again.headers.get('etag'), again.headers.get('x-api-version')]).toEqual([
      304,
      '',
      etag,
      '1',
    ])
  }
  expect((await api.get(path, {}, { 'if-none-match': '"other"' })).status).toBe(200)
})
