/** A file of `tx build` states the minimum that the payload requires: a service may require more than its quote. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trader } from '#domain/trade/trader'
import { evm, nativeToken } from '#domain/units'
import { decodeRouterCall } from '#encoding/swap/router-call'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, trader0 } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'
import { rewritten } from './payload-lies.ts'

let api: HttpFixture
let between: LyingService
let client: ReturnType<typeof createRemoteClient>
let trader: Trader
beforeAll(async () => {
  api = await startHttpFixture()
  between = await startLyingService(() => api.server.url)
  client = createRemoteClient({ rpc: api.app.url, service: between.url })
  trader = await client.parts.trader()
}, 120_000)
afterAll(async () => {
  await client.close()
  await between.close()
  await api.close()
})

test('what a service’s stricter payload was built to is signed', async () => {
  const request = createQuoteRequest(nativeToken, evm(usdc), 10n ** 16n)
  const ask = rewritten(({ minimumOut }) => ({ minimumOut: minimumOut + 1n }))
  between.answer((body, path) => (path === '/aggregator/transaction' ? ask(body) : body))
  const unsigned = await trader.buildSwap(createSwapRequest({ request }), trader0, autoConfirm())
  const agreeing = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
  const signing = trader.signUnsigned(unsigned, { maxGas: undefined }, agreeing)
  expect(decodeRouterCall(unsigned.payload.data)?.minimumOut).toBe(unsigned.trade.minimumOut)
  await expect(signing).resolves.toMatchObject({ unsigned: { step: 'swap' } })
}, 120_000)
