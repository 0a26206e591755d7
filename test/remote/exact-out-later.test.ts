/** A stored quote of a service is the service's word for as long as it lives, whether or not it is swapped by the service. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount, evm, nativeToken } from '#domain/units'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { autoConfirm, createComponents, createQuoteRequest, createSwapRequest } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

let api: HttpFixture
let service: LyingService
let client: ReturnType<typeof createRemoteClient>
beforeAll(async () => {
  api = await startHttpFixture()
  service = await startLyingService(() => api.server.url)
  client = createRemoteClient({ rpc: api.app.url, service: service.url })
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.close()
  await api.close()
})

// The amount to sell is the service's claim, 2.5 % too much here, whether or not the service takes part in the swap.
test('an exact-output quote of a service needs --max-in when it is swapped without the service, too', async () => {
  const { sellAmount: _, ...terms } = createQuoteRequest(nativeToken, evm(usdc), 1n)
  service.answer((body, path) =>
    path === '/aggregator/quote' ? { ...body, sellAmount: String((BigInt(body.sellAmount) * 1_025n) / 1_000n) } : body,
  )
  const { id } = await (await client.parts.service()).quote({ ...terms, buyAmount: amount(25_000_000n) })
  const told = await (await client.parts.trader())
    .swap(createSwapRequest({ id }), autoConfirm())
    .catch((error: unknown) => error)
  expect(told).toMatchObject({ code: 'SERVICE_CANNOT' })
  const local = createComponents(client.state, api.app.url, 'cancun')
  const swapping = (await local.trader()).swap(createSwapRequest({ id }), autoConfirm())
  await expect(swapping).rejects.toMatchObject({ code: 'SERVICE_CANNOT' })
  await local.close()
}, 120_000)
