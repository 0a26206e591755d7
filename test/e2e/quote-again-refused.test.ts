/** A repeated `swap` or `approve` that is refused before it works on its intent does not deny what waits. */
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
  { account: 'dev3', more: ['-n', 'base'], code: 'QUOTE_NETWORK_DIFFERS' },
  { account: 'dev4', more: ['-a', 'nobody'], code: 'ACCOUNT_NOT_FOUND' },
  { account: 'dev5', more: ['--deadline', '1h'], code: 'USAGE' },
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

test('swap under a name once more, not agreed to without a simulation while it waits', async () => {
  const user = fixture.createHostedUser()
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev6', '--id', 'salary', '-y']
  expect((await user.run([...words, '--no-wait'])).code).toBe(0)
  const again = errorOf(await user.run([...words, '--no-simulate', '-o', 'json']))
  expect(again).toMatchObject({ code: 'CONFIRM_NEEDED', sent: true })
  const other = errorOf(await user.run([...words, '--no-simulate', '--id', 'rent', '-o', 'json']))
  expect(other).toMatchObject({ code: 'CONFIRM_NEEDED', sent: false })
})

test('approve of a quote once more by an account that is not there, while its approval waits', async () => {
  const user = fixture.createHostedUser()
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', 'dev7', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run(['approve', id, '-a', 'dev7', '-y', '--no-wait'])).code).toBe(0)
  const again = errorOf(await user.run(['approve', id, '-a', 'nobody', '-y', '-o', 'json']))
  expect(again).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
})

test('swap of the newest quote once more, by `last`, and of one that was not swapped', async () => {
  const user = fixture.createHostedUser()
  const asked = ['quote', '1', 'ETH', 'USDC', '-a', 'dev8', '-o', 'json']
  const words = ['swap', 'last', '-y']
  await user.run(asked)
  const before = errorOf(await user.run([...words, '-a', 'nobody', '-o', 'json']))
  expect(before).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: false })
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run([...words, '-a', 'dev8', '--no-wait'])).code).toBe(0)
  const again = errorOf(await user.run([...words, '-a', 'nobody', '-o', 'json']))
  expect(again).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
})
