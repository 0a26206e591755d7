/** A service's payload may ask for more than was agreed: what was signed by it can be sped up like any other swap. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { purposeOf } from '#domain/journal/swap'
import type { Trader } from '#domain/trade/trader'
import { evm, type Hex, nativeToken, ppm } from '#domain/units'
import { decodeRouterCall } from '#encoding/swap/router-call'
import { createRpc } from '#sandbox/anvil/rpc'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest } from '../trade/fixture.ts'
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
afterEach(async () => {
  between.answer((body) => body)
  await rpc('evm_mine')
  await rpc('evm_setAutomine', true)
})

const rpc = <T>(method: string, ...params: unknown[]): Promise<T> => createRpc(api.app.url)<T>(method, ...params)
const request = createQuoteRequest(nativeToken, evm(usdc), 10n ** 16n)
const ask = rewritten(({ minimumOut }) => ({ minimumOut: minimumOut + 1n }))

test('a stricter minimum of the payload is what the journal holds, and the swap is sped up', async () => {
  between.answer((body, path) => (path === '/aggregator/transaction' ? ask(body) : body))
  await rpc('evm_setAutomine', false)
  const wanted = createSwapRequest({ request }, { key: 'stricter', wait: false })
  const { intent, quote } = await trader.swap(wanted, autoConfirm())
  const signed = intent && purposeOf(intent)
  const call = decodeRouterCall(signed?.payload.data ?? ('0x' as Hex))
  expect(call?.minimumOut).toBe((quote?.minimumOut ?? 0n) + 1n) // accepted: it is more than was agreed to
  const terms = { bump: ppm(125_000), confirmations: 1, timeoutSeconds: 20, wait: false }
  const faster = await trader.replace({ reference: 'stricter', kind: 'speedup', ...terms }, autoConfirm())
  expect(purposeOf(faster)?.versions.map(({ kind }) => kind)).toEqual(['original', 'speedup'])
}, 60_000)
