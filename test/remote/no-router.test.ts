/** A remote service without a deployed router, or whose router call returns nothing. */
import { afterEach, expect, test } from 'vitest'
import { evm, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import type { Rule } from '../chain/faults.ts'
import { startProxy } from '../chain/proxy.ts'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'

const { address: router } = getRouter(getNetworkEntry('sandbox'))
const request = createQuoteRequest(nativeToken, evm(usdc), 10n ** 16n)
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A service, and a command line that uses it; each reaches the chain by a separate endpoint. */
async function opened(endpoint?: Parameters<typeof startHttpFixture>[1]): Promise<{
  readonly api: HttpFixture
  readonly client: ReturnType<typeof createRemoteClient>
  readonly own: Awaited<ReturnType<typeof startProxy>>
}> {
  const api = await startHttpFixture({}, endpoint)
  closing.push(api.close)
  const own = await startProxy(api.app.url)
  closing.push(own.close)
  const client = createRemoteClient({ rpc: own.url, service: api.server.url })
  closing.push(client.close)
  return { api, client, own }
}

const noCode: Rule = {
  method: 'eth_getCode',
  fault: { kind: 'forge', answer: (_, { id }) => ({ jsonrpc: '2.0', id, result: '0x' }) },
}

test('a service without a router there is distinguished from one that does not know the network', async () => {
  const { client } = await opened(async (url) => {
    const proxy = await startProxy(url, [noCode])
    closing.push(proxy.close)
    return proxy.url
  })
  await expect((await client.parts.service()).quote(request)).rejects.toMatchObject({
    code: 'ROUTER_NOT_DEPLOYED',
    exit: 10,
    details: { network: 'sandbox' },
  })
})

test('its payload is refused if it returns nothing at the user’s own endpoint', async () => {
  const { client, own } = await opened()
  const dialogue = autoConfirm()
  own.rules([
    {
      method: 'eth_call',
      when: ({ params: [call] }) => (call as { to?: string }).to === router,
      fault: { kind: 'forge', answer: (_, { id }) => ({ jsonrpc: '2.0', id, result: '0x' }) },
    },
  ])
  await expect((await client.parts.trader()).swap(createSwapRequest({ request }), dialogue)).rejects.toMatchObject({
    code: 'ESTIMATE_GAS_FAILED',
    details: { check: 'simulation', reason: 'The swap would fail now: the router returned no amount.' },
  })
  expect(dialogue.heard).not.toContain('signed')
  own.rules([])
  const { intent } = await (await client.parts.trader()).swap(createSwapRequest({ request }), autoConfirm())
  expect(intent?.stage).toBe('confirmed')
})
