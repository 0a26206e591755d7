/** The gas price of a request is no price of the relayer's: it takes no more of its cap. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wei } from '#domain/units'
import { sandbox } from '../trade/fixture.ts'
import { type HttpFixture, startHttpFixture, usdc } from './fixture.ts'
import { createGaslessClient, type GaslessClient, signQuote } from './gasless-client.ts'

let api: HttpFixture
let client: GaslessClient
beforeAll(async () => {
  // The cap of docs/gasless.md.
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(5n * 10n ** 16n)]]) } })
  client = createGaslessClient(api)
}, 120_000)
afterAll(async () => {
  await client.provider.send('evm_setAutomine', [true])
  client.close()
  await api.close()
})

test('a request at any gas price has the fee of the chain’s price, and leaves room for others', async () => {
  const sold = 5_000n * 10n ** 6n
  const [one, other] = [await client.createUser(usdc, sold), await client.createUser(usdc, sold)]
  const usual = await client.quote(other.address, usdc, sold)
  await client.provider.send('evm_setAutomine', [false])
  // Of which an order would take nearly the whole cap, by a fee that is still below half of the sale.
  const high = await client.quote(one.address, usdc, sold, { gasPrice: '109000000000' })
  expect(high.body.message.swapFee).toBe(usual.body.message.swapFee)
  expect(high.body.fees).toEqual(usual.body.fees)
  for (const [user, { body }] of [
    [one, high],
    [other, usual],
  ] as const)
    expect(await client.submit(await signQuote(user, body))).toMatchObject({ status: 200 })
}, 60_000)
