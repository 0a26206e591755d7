/**
 * RED. What is wrong: `status --exit-status` («exit 16 unless it is confirmed») exits 0 for a swap to another network that is
 * not even in a block, and for one that is deposited and not paid: the result of a crossing is printed before the option is
 * looked at, by its id and by its hash. Only `partial`, `expired` and `error` have a code of their own.
 *
 * What a user loses: a script that waits for exit 0 takes a crossing that has not arrived, and may never, for done: a false
 * success. It releases goods, or spends on the other network what is not there.
 *
 * Severity: high. Cause: src/cli/commands/status.ts `run` (the line `return context.out.printResult(crossing)`, and
 * `findForeign`, which gets no `exitStatus`), with src/cli/request/crossing/result.ts `exitOf`.
 */
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
  expect.soft(unpaid.code).toBe(16)
  const foreign = await runElsewhere('status', first.data.tx.hash, '-n', 'sandbox-ethereum', '--exit-status')
  expect(foreign.data.crossing.state).toBe('bridging')
  expect.soft(foreign.code).toBe(16)

  await rpc(source, 'evm_setAutomine', false)
  const second = await run('swap', '0.1', 'ETH', 'USDC', ...between, '-y', '--no-wait')
  expect([second.code, second.error]).toEqual([0, undefined])
  const waiting = await run('status', second.data.swapId, '--exit-status')
  await rpc(source, 'evm_setAutomine', true)
  expect(waiting.data).toMatchObject({ stage: 'submitted', crossing: { state: 'pending' } })
  expect.soft(waiting.code).toBe(16)
}, 240_000)
