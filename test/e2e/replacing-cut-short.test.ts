/** `tx speedup` and `tx cancel` that end before they sign anything: their transaction was sent all the same. */
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
async function leaveStuck(account: string, id: string): Promise<void> {
  await fixture.chain.rpc('evm_setAutomine', false)
  const args = ['swap', '0.01', 'ETH', 'USDC', '-a', account, '--id', id, '--no-wait', '-y', '-o', 'json']
  expect(parseData<{ stage: string }>(await user.run(args)).stage).toBe('submitted')
  node.rules([{ fault: { kind: 'hang' } }])
}

test.each([
  ['speedup', 'dev1'],
  ['cancel', 'dev2'],
] as const)('the time limit of tx %s does not say that nothing was sent: the swap was', async (kind, account) => {
  await leaveStuck(account, account)
  const args = ['tx', kind, account, '-y', '--timeout', '8s']
  const [document, screen] = await Promise.all([
    user.run([...args, '-o', 'json'], { rpc: node.url }),
    user.run(args, { rpc: node.url }),
  ])
  expect(screen.stderr).not.toContain('Nothing was sent')
  expect(Failure.parse(parseDocument(document)).error).toMatchObject({ sent: true })
})

test('Ctrl-C during tx cancel does not say that nothing was sent: the swap was', async () => {
  await leaveStuck('dev3', 'dev3')
  const running = await user.start(['tx', 'cancel', 'dev3', '-y', '-o', 'json'], { rpc: node.url })
  await vi.waitFor(() => expect(node.posts.length).toBeGreaterThan(0), 30_000)
  running.child.kill('SIGINT')
  expect(Failure.parse(parseDocument(await running.ended)).error).toMatchObject({ sent: true })
})
