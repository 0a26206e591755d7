/**
 * Wrong: an order whose answer comes too late is refused by 503, `1503 NETWORK_UNAVAILABLE`, and then accepted, signed for and
 * executed all the same. Of everything else that is late or whose client is gone the server «begins nothing costly and consumes no
 * quote» (a payload that comes too late uses no quote up); `execute` alone is not told that its answer is not wanted any more.
 * Loss: a client is told that no endpoint of the network answers, asks for a new quote, has it signed, and sells a second time.
 * Cause: src/http/gate/limit-concurrency.ts:42 and :59 (`execute` without the signal), src/relay/accept.ts:92 (nothing is asked
 * before the order is stored).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seconds, wei } from '#domain/units'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { sandbox } from '../trade/fixture.ts'
import { type HttpFixture, startHttpFixture, usdc } from './fixture.ts'
import { createGaslessClient, type GaslessClient, signQuote } from './gasless-client.ts'

let proxy: FaultProxy
let api: HttpFixture
let client: GaslessClient
beforeAll(async () => {
  const relayer = { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) }
  api = await startHttpFixture({ timeoutSeconds: seconds(6), relayer }, async (url) => {
    proxy = await startProxy(url)
    return proxy.url
  })
  client = createGaslessClient(api)
}, 120_000)
afterAll(async () => {
  client.close()
  await api.close()
  await proxy.close()
})

test('an order that is refused because its answer was late is not executed', async () => {
  const user = await client.createUser(usdc, 500_000_000n)
  const { body: quote } = await client.quote(user.address, usdc, 300_000_000n)
  const signed = await signQuote(user, quote)
  proxy.rules([{ fault: { kind: 'delay', milliseconds: 2_500 } }])
  const refused = await client.submit(signed)
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([503, 1503, 'NETWORK_UNAVAILABLE'])
  proxy.rules([])
  await new Promise((resolve) => setTimeout(resolve, 25_000))
  expect(await client.call(usdc, 'balanceOf', user.address)).toBe(500_000_000n)
}, 120_000)
