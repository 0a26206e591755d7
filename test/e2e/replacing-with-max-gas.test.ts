/** `tx speedup` and `tx cancel` with `--max-gas` that are cut short do not deny the swap that waits. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Failure } from '#cli/schemas/envelope'
import type { FaultProxy } from '../chain/proxy.ts'
import { parseData, parseDocument } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
let user: User
/** Takes every question and answers none, once it is silent. */
let node: FaultProxy
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createUser()
  node = await fixture.addProxy([])
})
afterAll(() => fixture.close())
afterEach(async () => {
  node.rules([])
  node.forget()
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
})

/** A swap that a node has and no block takes. */
async function leaveStuck(account: string): Promise<void> {
  await fixture.chain.rpc('evm_setAutomine', false)
  const args = ['swap', '0.01', 'ETH', 'USDC', '-a', account, '--id', account, '--no-wait', '-y', '-o', 'json']
  expect(parseData<{ stage: string }>(await user.run(args)).stage).toBe('submitted')
  node.rules([{ fault: { kind: 'hang' } }])
}

test('the time limit of tx speedup --max-gas does not say that nothing was sent: the swap was', async () => {
  await leaveStuck('dev1')
  const args = ['tx', 'speedup', 'dev1', '-y', '--timeout', '8s', '--max-gas', '0.1', '-o', 'json']
  const { error } = Failure.parse(parseDocument(await user.run(args, { rpc: node.url })))
  expect(error).toMatchObject({ sent: true })
})

test('Ctrl-C during tx cancel --max-gas does not say that nothing was sent: the swap was', async () => {
  await leaveStuck('dev2')
  const running = await user.start(['tx', 'cancel', 'dev2', '-y', '--max-gas', '0.1', '-o', 'json'], { rpc: node.url })
  await vi.waitFor(() => expect(node.posts.length).toBeGreaterThan(0), 30_000)
  running.child.kill('SIGINT')
  expect(Failure.parse(parseDocument(await running.ended)).error).toMatchObject({ sent: true })
})
