/**
 * An ordinary swap pays no relayer: by a gasless quote, whose minimum is of what the relayer's fee leaves, it would accept
 * so much less than its slippage allows.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evm, wei } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'
import { type HttpFixture, startHttpFixture, usdc, weth } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'

let api: HttpFixture
let client: ReturnType<typeof createRemoteClient>
beforeAll(async () => {
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  client = createRemoteClient({ rpc: api.app.url, service: api.server.url })
}, 120_000)
afterAll(async () => {
  await client.close()
  await api.close()
})

const from = devAccounts[3]?.address ?? evm('0x')

test('it is refused, with what to do instead', async () => {
  const asked = createQuoteRequest(evm(usdc), evm(weth), 20_000_000n, { from, to: from })
  const { id } = await (await client.parts.service()).quote({ ...asked, gasless: true })
  const trader = await client.parts.trader()
  const request = createSwapRequest({ id }, { account: 'dev3' })
  const refusal = { code: 'USAGE', fix: [expect.stringContaining('--gasless')] }
  await expect(trader.swap(request, autoConfirm())).rejects.toMatchObject(refusal)
  await expect(trader.buildSwap(request, from, autoConfirm())).rejects.toMatchObject(refusal)
  expect(await trader.findByKey(`quote:${id}`)).toBeUndefined()
}, 120_000)
