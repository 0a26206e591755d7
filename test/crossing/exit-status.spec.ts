/** `status --exit-status` is 0 for a swap to another network that has arrived, and for no other. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCctpUser } from './cctp-on-sandbox.ts'
import { rpc, type SandboxSide } from './sandbox-side.ts'

const dev0 = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const between = ['-n', 'sandbox-ethereum', '--to-network', 'sandbox-base', '-a', 'dev0', '--bridge', 'cctp'] as const
let source: SandboxSide

const { run, runElsewhere, startPair, end } = createCctpUser()

beforeAll(async () => {
  ;[source] = await startPair(dev0)
}, 240_000)

afterAll(async () => {
  await end()
}, 60_000)

test('a crossing that is in no block, or not paid, is not confirmed', async () => {
  // the approval first, so that the crossing alone waits for a block
  const first = await run('swap', '100', 'USDC', 'USDC', ...between, '-y', '--no-wait')
  expect([first.code, first.error]).toEqual([0, undefined])
  const unpaid = await run('status', first.data.swapId, '--exit-status')
  expect(unpaid.data.crossing.state).toBe('bridging')
  expect(unpaid.code).toBe(16)
  const foreign = await runElsewhere('status', first.data.tx.hash, '-n', 'sandbox-ethereum', '--exit-status')
  expect(foreign.data.crossing.state).toBe('bridging')
  expect(foreign.code).toBe(16)

  await rpc(source, 'evm_setAutomine', false)
  const second = await run('swap', '0.1', 'ETH', 'USDC', ...between, '-y', '--no-wait')
  expect([second.code, second.error]).toEqual([0, undefined])
  const waiting = await run('status', second.data.swapId, '--exit-status')
  await rpc(source, 'evm_setAutomine', true)
  expect(waiting.data).toMatchObject({ stage: 'submitted', crossing: { state: 'pending' } })
  expect(waiting.code).toBe(16)
}, 240_000)
