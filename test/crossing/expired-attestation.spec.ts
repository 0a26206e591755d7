/** The built program completes a burn whose attestation has expired, of the messages that an attestation service signs again. */
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '#domain/units'
import { attest, type Filled, readSentMessage } from './cctp-double.ts'
import { cctpOf } from './cctp-on-sandbox.ts'
import { createPairUser } from './sandbox-pair.ts'
import { balanceOf, rpc, type SandboxSide } from './sandbox-side.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const between = ['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0', '--bridge', 'cctp'] as const
let [source, destination]: SandboxSide[] = []
let url = ''
let filled: Filled | undefined
const asked: string[] = []

/** As Circle's: an expired message is signed again by a POST, as final, without a last block. */
const server: Server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(`${request.method} ${path.replace(/0x[0-9a-f]{64}/, '<hex>')}`)
  const end = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  if (request.method === 'POST' && path.startsWith('/v2/reattest/')) {
    filled = { lastBlock: 0n, finality: 2000, fee: 0n }
    return end(200, { message: 'Re-attestation successfully requested for nonce.' })
  }
  if (path.startsWith('/v2/burn/USDC/fees/')) return end(200, [{ finalityThreshold: 1000, minimumFee: 1 }])
  const hash = /transactionHash=(0x[0-9a-f]{64})$/.exec(path)?.[1]
  if (hash === undefined || filled === undefined || source === undefined) return end(404, {})
  void rpc<{ logs: { topics: Hex[]; data: Hex }[] }>(source, 'eth_getTransactionReceipt', hash).then(({ logs }) =>
    end(200, { messages: [attest(readSentMessage(logs), filled ?? {})] }),
  )
})
const { run, runElsewhere, startPair, end } = createPairUser(() => ({ SWAPLINE_ATTESTATION_URL: url }))

beforeAll(async () => {
  ;[source, destination] = await startPair(dev0)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  url = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`
}, 240_000)
afterAll(async () => {
  server.close()
  await end()
}, 60_000)

test('a burn whose attestation has expired is signed again and completed, however late', async () => {
  const sent = await run('swap', '100', 'USDC', 'USDC', ...between, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  const { hash } = sent.data.tx
  filled = { fee: 10_000n, lastBlock: 1n } // the destination has passed block 1 long ago
  const there = destination as SandboxSide
  const before = await balanceOf(there, cctpOf(there).usdc, dev0)
  const told = await runElsewhere('status', hash, '-n', 'sandbox-ethereum')
  expect(told.data.crossing).toMatchObject({
    state: 'bridging',
    recoveries: [{ action: 'complete', by: null, until: null, isLapsed: true }],
  })
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]) // a look asks for nothing

  const completed = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
  expect([completed.code, completed.error]).toEqual([0, undefined])
  expect(completed.data).toMatchObject({ kind: 'claim', stage: 'confirmed', network: 'sandbox-base' })
  expect((await balanceOf(there, cctpOf(there).usdc, dev0)) - before).toBe(100_000_000n)
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual(['POST /v2/reattest/<hex>'])
})
