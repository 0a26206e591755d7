/** A quote of which an approval waits at a node: no command that names the quote denies it, and it can be replaced. */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture, type User } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

/** Signs and sends the approval of a new quote by `command`, and nothing else. */
async function leaveWaiting(
  user: User,
  account: string,
  command: 'swap' | 'approve',
  ...more: readonly string[]
): Promise<string> {
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', account, '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = [command, id, '-a', account, ...more, '-y', '-o', 'json']
  if (command === 'approve') parseData(await user.run([...words, '--no-wait']))
  else {
    const first = errorOf(await user.run([...words, '--timeout', '10s']))
    expect(first).toMatchObject({ code: 'PENDING', sent: true })
    expect(first.message).toContain('The approval was SENT')
  }
  expect(await countSent(account)).toBe(1)
  return id
}

const countSent = async (account: string): Promise<number> =>
  Number(await fixture.chain.rpc<string>('eth_getTransactionCount', findDevAddress(account), 'pending'))

async function expectNotDenied(user: User, words: readonly string[]): Promise<void> {
  expect.soft((await user.run(words)).stderr.replace(/\s+/g, ' ')).not.toContain('Nothing was sent')
  expect(errorOf(await user.run([...words, '-o', 'json']))).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: true })
}

test('swap and approve refused early, while the approval of the swap waits', async () => {
  const user = fixture.createHostedUser()
  const id = await leaveWaiting(user, 'dev1', 'swap')
  await expectNotDenied(user, ['swap', id, '-a', 'nobody', '-y'])
  await expectNotDenied(user, ['swap', id.slice(0, 8), '-a', 'nobody', '-y'])
  await expectNotDenied(user, ['approve', id, '-a', 'nobody', '-y'])
  expect(await countSent('dev1')).toBe(1)
})

test('swap refused early, while the approval of a swap of the quote under a name waits', async () => {
  const user = fixture.createHostedUser()
  const id = await leaveWaiting(user, 'dev7', 'swap', '--id', 'salary')
  await expectNotDenied(user, ['swap', id, '-a', 'nobody', '-y'])
  await expectNotDenied(user, ['approve', id.slice(0, 8), '-a', 'nobody', '-y'])
  expect(parseData<{ approvals: string[] }>(await user.run(['status', id, '-o', 'json'])).approvals).toHaveLength(1)
  expect(await countSent('dev7')).toBe(1)
  parseData(await user.run(['tx', 'cancel', id, '-y', '--no-wait', '-o', 'json']))
})

test('approve of a token refused early, while its approval waits', async () => {
  const user = fixture.createHostedUser()
  const words = (token: string, account: string) => ['approve', token, '50', '-a', account, '-n', 'sandbox', '-y']
  const refused = async (...more: readonly string[]) => errorOf(await user.run([...more, '-o', 'json']))
  expect(await refused(...words('USDC', 'nobody'))).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', sent: false })
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run([...words('USDC', 'dev8'), '--no-wait'])).code).toBe(0)

  await expectNotDenied(user, words('usdc', 'nobody'))
  const unreadable = ['--confirmations', '0']
  expect(await refused(...words('USDC', 'dev8'), ...unreadable)).toMatchObject({ code: 'USAGE', sent: true })
  const max = ['approve', 'USDC', '--max', '--lower', '-a', 'dev8', '-n', 'sandbox', '-y']
  expect(await refused(...max)).toMatchObject({ code: 'USAGE', sent: true })
  const anywhere = async (token: string) =>
    errorOf(await user.run(['approve', token, '5', '-y', '-o', 'json'], { network: false }))
  expect(await anywhere('usdc')).toMatchObject({ sent: true })
  expect(await anywhere('DAI')).toMatchObject({ sent: false })
  // of another account, or of another token, nothing waits
  expect(await refused(...words('USDC', 'dev9'), ...unreadable)).toMatchObject({ code: 'USAGE', sent: false })
  expect(await refused(...words('DAI', 'dev8'), ...unreadable)).toMatchObject({ code: 'USAGE', sent: false })
})

test('swap refused early, while the approval of approve waits, and tx wait of the quote', async () => {
  const user = fixture.createHostedUser()
  const id = await leaveWaiting(user, 'dev2', 'approve')
  await expectNotDenied(user, ['swap', id, '-a', 'nobody', '-y'])
  const waited = await user.run(['tx', 'wait', id, '--timeout', '5s', '-o', 'json'])
  expect(errorOf(waited)).toMatchObject({ code: 'PENDING', sent: true })
  await fixture.chain.rpc('evm_mine')
  expect((await user.run(['tx', 'wait', id.slice(0, 8)])).code).toBe(0)
})

test('a quote of which the approval was built for a file, and sent by that', async () => {
  const user = fixture.createHostedUser()
  const json = ['-o', 'json'] as const
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', 'dev9', ...json]
  const { id } = parseData<{ id: string }>(await user.run(asked))
  const [unsigned, signed] = [join(user.home, 'unsigned.json'), join(user.home, 'signed.json')]
  parseData(await user.run(['approve', id, '--build-only', '-a', 'dev9', '--out', unsigned, ...json]))
  parseData(await user.run(['tx', 'sign', unsigned, '--out', signed, '-y', ...json]))
  await fixture.chain.rpc('evm_setAutomine', false)
  parseData(await user.run(['tx', 'send', signed, '--no-wait', ...json]))
  expect(await countSent('dev9')).toBe(1)
  expect(parseData<{ approvals: string[] }>(await user.run(['status', id, ...json])).approvals).toHaveLength(1)
  await expectNotDenied(user, ['swap', id, '-a', 'nobody', '-y'])
  await expectNotDenied(user, ['approve', id, '-a', 'nobody', '-y'])
})

test.each([
  { account: 'dev3', command: 'swap' },
  { account: 'dev4', command: 'approve' },
] as const)('tx speedup and tx cancel of the quote, whose approval is of $command', async ({ account, command }) => {
  const user = fixture.createHostedUser()
  const id = await leaveWaiting(user, account, command)
  const replaced = ['-y', '--no-wait', '-o', 'json']
  const faster = parseData<{ id: string }>(await user.run(['tx', 'speedup', id, '--max-gas', '1', ...replaced]))
  const cancelled = parseData<{ id: string }>(await user.run(['tx', 'cancel', id.slice(0, 8), ...replaced]))
  expect(cancelled.id).toBe(faster.id)
  expect(await countSent(account)).toBe(1)
  const none = errorOf(await user.run(['tx', 'cancel', '00000000', '-y', '-o', 'json']))
  expect(none).toMatchObject({ code: 'SWAP_NOT_FOUND', sent: false })
})

test('approve refused early, while the swap of the quote waits', async () => {
  const user = fixture.createHostedUser()
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', 'dev5', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  expect((await user.run(['approve', 'USDC', '50', '-a', 'dev5', '-y'])).code).toBe(0)
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run(['swap', id, '-a', 'dev5', '-y', '--no-wait'])).code).toBe(0)
  await expectNotDenied(user, ['approve', id, '-a', 'nobody', '-y'])
  // as for the quote's use
  expect(errorOf(await user.run(['approve', id, '-y', '-a', 'dev5', '-o', 'json']))).toMatchObject({ sent: true })
})

test('revoke refused early, while its revocation waits', async () => {
  const user = fixture.createHostedUser()
  const run = (...words: readonly string[]) => user.run([...words, '-n', 'sandbox', '-y'])
  expect((await run('approve', 'USDC', '50', '-a', 'dev6')).code).toBe(0)
  expect(errorOf(await run('revoke', 'USDC', '-a', 'nobody', '-o', 'json'))).toMatchObject({ sent: false })
  await fixture.chain.rpc('evm_setAutomine', false)
  const first = errorOf(await run('revoke', 'USDC', '-a', 'dev6', '--timeout', '10s', '-o', 'json'))
  expect(first).toMatchObject({ code: 'PENDING', sent: true })

  for (const words of [
    ['revoke', 'USDC'],
    ['revoke', '--all'],
    ['approve', 'usdc', '0'],
  ])
    await expectNotDenied(user, [...words, '-a', 'nobody', '-n', 'sandbox', '-y'])
  const anywhere = ['revoke', 'USDC', '-y', '-o', 'json']
  expect(errorOf(await user.run(anywhere, { network: false }))).toMatchObject({ sent: true })
  const unreadable = ['--confirmations', '0', '-o', 'json']
  expect(errorOf(await run('revoke', 'USDC', '-a', 'dev6', ...unreadable))).toMatchObject({ code: 'USAGE', sent: true })
  expect(errorOf(await run('revoke', 'DAI', '-a', 'dev6', ...unreadable))).toMatchObject({ code: 'USAGE', sent: false })
  const mistyped = ['revoke', 'USDC', 'NOSUCH', '-o', 'json']
  expect(errorOf(await run(...mistyped, '-a', 'dev6'))).toMatchObject({ code: 'TOKEN_NOT_FOUND', sent: true })
  // of another account, or of another token, nothing waits
  expect(errorOf(await run(...mistyped, '-a', 'dev7'))).toMatchObject({ code: 'TOKEN_NOT_FOUND', sent: false })
  expect(errorOf(await run('revoke', 'DAI', '-a', 'nobody', '-o', 'json'))).toMatchObject({ sent: false })
})
