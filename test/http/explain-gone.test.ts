/** The page of a quote whose pools no endpoint can show any more: what is gone, since which block, and what is not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import type { Rule } from '../chain/faults.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { createComposeInput } from '../trade/fixture.ts'
import { faults } from './document.ts'
import { createClient, generousLimits, type HttpFixture, startHttpFixture } from './fixture.ts'

let proxy: FaultProxy
let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture({}, async (url) => {
    proxy = await startProxy(url)
    return proxy.url
  })
})
afterAll(async () => {
  await api.close()
  await proxy.close()
})

const operation = 'GET /explain/{quoteId}'

/** As a node that keeps the newest states only, for every block that is named. */
const noOldStates: Rule = {
  method: 'eth_call',
  when: ({ params }) => params[1] !== 'latest' && params[1] !== 'pending',
  fault: { kind: 'error', code: -32000, message: 'missing trie node 5a1b (path ) state 0x5a1b is not available' },
}

async function rpc(method: string, ...params: unknown[]): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(api.app.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await response.json()) as { result: string }).result
}

/** The page by the service started again over the same store: the first one has the latest blocks in memory. */
async function explainAgain(quoteId: string) {
  const input = createComposeInput(api.app.state, proxy.url, new Map([['rpcUrl', [proxy.url]]]))
  const parts = composeWith({})(input)
  const server = await (await parts.host(undefined)).start(generousLimits)
  try {
    return await createClient(server).get(`/explain/${quoteId}`)
  } finally {
    await server.stop()
    await parts.close()
  }
}

test('no endpoint has the states of its block: 410, with the block, its time and the head', async () => {
  const { body: quote } = await api.quote()
  const block = Number(await rpc('eth_blockNumber'))
  const { timestamp } = (await rpc('eth_getBlockByNumber', 'latest', false)) as unknown as { timestamp: string }
  await rpc('anvil_mine', '0x3')
  proxy.rules([noOldStates])
  const gone = await explainAgain(quote.id)
  expect(faults(operation, gone)).toEqual([])
  const blockTime = new Date(Number(timestamp) * 1_000).toISOString()
  const id = quote.id.slice(0, 8)
  expect(gone.body).toMatchObject({
    code: 3004,
    error: 'QUOTE_STATE_GONE',
    statusCode: 410,
    message:
      `The pools that quote ${id} was computed from cannot be read any more: no endpoint has their states. ` +
      `It is of block ${block} of sandbox, ${blockTime}; the head is block ${block + 3}. Its route and amounts are stored.`,
    details: [{ id, network: 'sandbox', block, blockTime, head: block + 3, reason: 'no endpoint has their states' }],
  })
  for (const path of ['distributions', 'quote-debug'])
    expect((await api.get(`/aggregator/${path}`, { quoteId: quote.id })).status).toBe(200)

  proxy.rules([])
  expect((await explainAgain(quote.id)).status).toBe(200)
})

test('another block is in the place of its block: 410', async () => {
  await rpc('anvil_mine', '0x1')
  const { body: quote } = await api.quote()
  await rpc('anvil_reorg', 3, []) // the quote may be of the block before
  const gone = await explainAgain(quote.id)
  expect(faults(operation, gone)).toEqual([])
  expect(gone.body).toMatchObject({
    code: 3004,
    details: [{ id: quote.id.slice(0, 8), reason: 'another block is in its place' }],
  })
})
