/** A deployment that was sent is followed by the same command: without a network, it is not denied that it was sent. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture({ router: false, flags: ['--hardfork', 'cancun'] })
})
afterAll(() => fixture.close())

test('router deploy once more, while its transaction waits and no endpoint answers', async () => {
  const user = fixture.createUser()
  const words = ['router', 'deploy', '-a', 'dev0', '-y']
  await fixture.chain.rpc('evm_setAutomine', false)
  const first = await user.run([...words, '--timeout', '15s'])
  expect(first.stderr).toContain('SENT')
  expect(Number(await fixture.chain.rpc('eth_getTransactionCount', findDevAddress('dev0'), 'pending'))).toBe(1)

  const again = await user.run(words, { rpc: 'http://127.0.0.1:1' })
  expect(again.code).not.toBe(0)
  expect.soft(again.stderr).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json'], { rpc: 'http://127.0.0.1:1' }))).toMatchObject({ sent: true })
})
