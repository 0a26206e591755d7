/** A question that is not answered does not deny what an earlier run of the command has sent. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let bare: CliFixture
let fixture: CliFixture
beforeAll(async () => {
  bare = await startCliFixture({ router: false, flags: ['--hardfork', 'cancun'] })
  fixture = await startCliFixture()
})
afterAll(async () => {
  await bare.close()
  await fixture.close()
})
const countPending = async ({ chain }: CliFixture, account: string): Promise<number> =>
  Number(await chain.rpc('eth_getTransactionCount', findDevAddress(account), 'pending'))

test('router deploy once more, not agreed to while its transaction waits', async () => {
  const user = bare.createHostedUser()
  await bare.chain.rpc('evm_setAutomine', false)
  const first = await user.run(['router', 'deploy', '-a', 'dev0', '-y', '--timeout', '15s'])
  expect(first.code).toBe(13)
  expect(await countPending(bare, 'dev0')).toBe(1)
  const again = await user.run(['router', 'deploy', '-a', 'dev0', '-o', 'json'])
  expect(errorOf(again)).toMatchObject({ code: 'CONFIRM_NEEDED', sent: true })
})

test('tx send of a file that was sent, not agreed to without a simulation', async () => {
  const user = fixture.createHostedUser()
  const file = join(user.home, 'signed.json')
  const built = await user.run(['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '--sign-only', '--out', file, '-y'])
  expect(built.code, built.stderr).toBe(0)
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run(['tx', 'send', file, '--no-wait'])).code).toBe(0)
  expect(await countPending(fixture, 'dev1')).toBe(1)
  const again = await user.run(['tx', 'send', file, '--no-simulate', '-o', 'json'])
  expect(errorOf(again)).toMatchObject({ code: 'CONFIRM_NEEDED', sent: true })
})
