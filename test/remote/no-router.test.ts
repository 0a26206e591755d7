/** A service elsewhere, where no router is deployed, or where a call of it returns nothing. */
import { afterEach, expect, test } from 'vitest'
import { evm, nativeToken } from '#domain/units'
import { routerOn } from '#encoding/router'
import { entryOf } from '#networks/find'
import type { Rule } from '../chain/faults.ts'
import { startProxy } from '../chain/proxy.ts'
import { type Serving, serving, usdc } from '../http/house.ts'
import { agreeable, asking, swapping } from '../trade/house.ts'
import { clientOf } from './client.ts'

const { address: router } = routerOn(entryOf('sandbox'))
const request = asking(nativeToken, evm(usdc), 10n ** 16n)
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A service, and a command line that asks it; each reaches the chain by an endpoint of its own. */
async function opened(endpoint?: Parameters<typeof serving>[1]): Promise<{
  readonly api: Serving
  readonly client: ReturnType<typeof clientOf>
  readonly own: Awaited<ReturnType<typeof startProxy>>
}> {
  const api = await serving({}, endpoint)
  closing.push(api.close)
  const own = await startProxy(api.house.url)
  closing.push(own.close)
  const client = clientOf({ rpc: own.url, service: api.server.url })
  closing.push(client.close)
  return { api, client, own }
}

const noCode: Rule = {
  method: 'eth_getCode',
  fault: { kind: 'forge', answer: (_, { id }) => ({ jsonrpc: '2.0', id, result: '0x' }) },
}

test('a service that has no router there is told apart from one that does not know the network', async () => {
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

test('its payload is refused where the user’s own endpoint gets nothing back from it', async () => {
  const { client, own } = await opened()
  const dialogue = agreeable()
  own.rules([
    {
      method: 'eth_call',
      when: ({ params: [call] }) => (call as { to?: string }).to === router,
      fault: { kind: 'forge', answer: (_, { id }) => ({ jsonrpc: '2.0', id, result: '0x' }) },
    },
  ])
  await expect((await client.parts.trader()).swap(swapping({ request }), dialogue)).rejects.toMatchObject({
    code: 'ESTIMATE_GAS_FAILED',
    details: { check: 'simulation', reason: 'The swap would fail now: the router returned no amount.' },
  })
  expect(dialogue.heard).not.toContain('signed')
  own.rules([])
  const { intent } = await (await client.parts.trader()).swap(swapping({ request }), agreeable())
  expect(intent?.stage).toBe('confirmed')
})
