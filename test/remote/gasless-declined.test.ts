/**
 * A gasless quote that an earlier version tried as an ordinary swap before its order was sent: the intent of that try, which
 * signed nothing, does not prove that the order was not sent.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Journal } from '#domain/journal/journal'
import { evm, seconds, wei } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'
import { type HttpFixture, startHttpFixture, usdc, weth } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'

let api: HttpFixture
let journal: Journal | undefined
let client: ReturnType<typeof createRemoteClient>
beforeAll(async () => {
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  client = createRemoteClient(
    { rpc: api.app.url, service: api.server.url },
    {
      journal: (own) => {
        journal = own
        return own
      },
    },
  )
}, 120_000)
afterAll(async () => {
  await client.close()
  await api.close()
})

const from = devAccounts[3]?.address ?? evm('0x')
const dialogue = { ...autoConfirm(), confirmOrder: async () => undefined }

test('swapped again, it is told that its order was sent', async () => {
  const asked = createQuoteRequest(evm(usdc), evm(weth), 100_000_000n, { from, to: from })
  const { id, chainId } = await (await client.parts.service()).quote({ ...asked, gasless: true })
  const trader = await client.parts.trader()
  const request = createSwapRequest({ id }, { account: 'dev3' })
  const tried = { id: randomUUID(), key: `quote:${id}`, kind: 'swap', network: sandbox, chainId, from } as const
  await journal?.open({ ...tried, at: seconds(Math.floor(Date.now() / 1_000)) })
  const { seen } = await trader.swapGasless(request, dialogue)
  expect(seen.isFilled).toBe(true)

  const again = await trader.swap(request, dialogue).catch((error) => error)
  expect(again).toMatchObject({ code: 'PENDING', context: { sent: true } })
}, 120_000)
