/**
 * Wrong: a fast attestation of CCTP is signed with a last block; after it, the message has to be signed again, which its service
 * does for anyone who asks (`POST /v2/reattest/<nonce>`). No code asks: the path is written down and never used. `status` goes on
 * to offer `--complete`, whose call reverts each time, and no text names what to do; the documents say of a burn that «it can be
 * completed at any later time».
 * Loss: what was burned on the source is not minted on the destination by any command of the program: a user who comes back after a
 * day (every quote over CCTP asks for the fast attestation where that costs a few basis points) is locked out.
 * Cause: src/bridges/cctp/complete.ts:20 (`reattestPath` has no caller), src/bridges/cctp/track.ts:110 (an expired message is handed
 * out as a completion; `lastBlock` is never compared), src/domain/crossing/bridge.ts:76 (a service can only be asked by GET).
 */
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '#domain/units'
import { attest, type Filled, readSentMessage } from './cctp-double.ts'
import { createPairUser } from './sandbox-pair.ts'
import { balanceOf, rpc, type SandboxSide } from './sandbox-side.ts'
import { cctpOf } from './cctp-on-sandbox.ts'

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
    filled = { ...filled, lastBlock: 0n, finality: 2000, fee: 0n }
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

test('a burn whose attestation has expired is completed, however late', async () => {
  const sent = await run('swap', '100', 'USDC', 'USDC', ...between, '-y', '--no-wait')
  expect([sent.code, sent.error]).toEqual([0, undefined])
  const { hash } = sent.data.tx
  filled = { fee: 10_000n, lastBlock: 1n } // the destination has passed block 1 long ago
  const there = destination as SandboxSide
  const before = await balanceOf(there, cctpOf(there).usdc, dev0)
  const tries = []
  for (let i = 0; i < 2; i++) {
    const { code, error } = await runElsewhere('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev2', '--complete', '-y')
    tries.push([code, error?.code, error?.message])
  }
  expect(tries[1]).not.toContain('Message expired and must be re-signed')
  expect(asked.some((one) => one.startsWith('POST /v2/reattest/'))).toBe(true)
  expect((await balanceOf(there, cctpOf(there).usdc, dev0)) - before).toBe(100_000_000n)
})
