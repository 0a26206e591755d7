/** `approve` by a quote is one approval, however often it is run: a run that is cut short says that it was sent before. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Failure } from '#cli/schemas/envelope'
import type { FaultProxy } from '../chain/proxy.ts'
import { parseData, parseDocument } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
let user: User
let node: FaultProxy
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createUser()
  node = await fixture.addProxy([])
})
afterAll(() => fixture.close())

test('the time limit of a repeated approval does not say that nothing was sent: the approval was', async () => {
  const { id } = parseData<{ id: string }>(await user.run(['quote', '5', 'USDC', 'ETH', '-a', 'dev1', '-o', 'json']))
  await fixture.chain.rpc('evm_setAutomine', false)
  const first = await user.run(['approve', id, '-a', 'dev1', '-y', '--no-wait', '-o', 'json'])
  expect(parseData<{ txs: readonly { stage: string }[] }>(first).txs.map(({ stage }) => stage)).toEqual(['submitted'])
  node.rules([{ fault: { kind: 'hang' } }])
  const again = ['approve', id, '-a', 'dev1', '-y', '--timeout', '8s']
  const [document, screen] = await Promise.all([
    user.run([...again, '-o', 'json'], { rpc: node.url }),
    user.run(again, { rpc: node.url }),
  ])
  await fixture.chain.rpc('evm_setAutomine', true)
  expect(screen.stderr).not.toContain('Nothing was sent')
  expect(Failure.parse(parseDocument(document)).error).toMatchObject({ sent: true })
})
