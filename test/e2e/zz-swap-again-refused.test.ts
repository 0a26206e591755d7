/**
 * WRONG: a repeated `swap <quote>` that is refused before the journal is asked (terms typed with it, --no-simulate without
 * its word) says «Nothing was sent» of a swap that waits. LOST: the remedy is a new quote, so the user swaps twice.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

test.each([
  { account: 'dev1', more: ['--slippage', '0.1%'], code: 'USAGE' },
  { account: 'dev2', more: ['--no-simulate'], code: 'CONFIRM_NEEDED' },
] as const)('swap of a quote once more with $more, while its swap waits', async ({ account, more, code }) => {
  const user = fixture.createHostedUser()
  const { id } = parseData<{ id: string }>(await user.run(['quote', '1', 'ETH', 'USDC', '-a', account, '-o', 'json']))
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['swap', id, '-a', account, '-y']
  expect((await user.run([...words, '--no-wait'])).code).toBe(0)
  expect(await fixture.chain.rpc('eth_getTransactionCount', findDevAddress(account), 'pending')).toBe('0x1')

  const again = (await user.run([...words, ...more])).stderr.replace(/\s+/g, ' ')
  expect(again).toContain(code)
  expect.soft(again).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, ...more, '-o', 'json']))).toMatchObject({ sent: true })
})
