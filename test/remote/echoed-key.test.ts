/** A service that takes a quote's request may repeat the key it came with in its answer. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeLossless } from '#domain/lossless-json'
import { evm, nativeToken } from '#domain/units'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { createQuoteRequest } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

const key = `sk_aaaaaaaa_${'CANARY'.repeat(7)}A`
let api: HttpFixture
let service: LyingService
let client: ReturnType<typeof createRemoteClient>
beforeAll(async () => {
  api = await startHttpFixture()
  service = await startLyingService(() => api.server.url)
  client = createRemoteClient({ rpc: api.app.url, service: service.url, apiKey: key })
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.close()
  await api.close()
})

// Warnings are printed, stored with the quote and written into its bundle, which has no keys and is sent to support.
test('its warnings do not carry the key into the quote that is shown and stored', async () => {
  service.answer((body, path) =>
    path === '/aggregator/quote' ? { ...body, warnings: [`the key ${key} expires in two days`] } : body,
  )
  const remote = await client.parts.service()
  const quote = await remote.quote(createQuoteRequest(nativeToken, evm(usdc), 10n ** 16n))
  const [warning] = quote.warnings.filter(({ code }) => code === 'SERVICE')
  expect(warning?.message).toContain('the key [secret] expires in two days')
  expect(encodeLossless(quote)).not.toContain('CANARY')
  expect(encodeLossless(await remote.getQuote(quote.id))).not.toContain('CANARY')
}, 120_000)
