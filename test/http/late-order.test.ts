/** An order is either refused for its answer being late, or accepted: never both. */
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
  api = await startHttpFixture({ timeoutSeconds: seconds(15), relayer }, async (url) => {
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
  proxy.rules([{ fault: { kind: 'delay', milliseconds: 6_000 } }])
  const refused = await client.submit(signed)
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([503, 1503, 'NETWORK_UNAVAILABLE'])
  proxy.rules([])
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  expect(await client.call(usdc, 'balanceOf', user.address)).toBe(500_000_000n)
}, 120_000)
