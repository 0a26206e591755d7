/**
 * A repeated command whose words cannot be read does not deny what an earlier run sent; where none did, its refusal is as
 * plain as any other.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf, writeOrders } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

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

const screenOf = async (user: User, ...words: readonly string[]): Promise<string> =>
  (await user.run(words)).stderr.replace(/\s+/g, ' ')
const unreadable = [
  ['--confirmations', '0'],
  ['-p', 'none'],
] as const

test('swap of a quote, with words that cannot be read, before and while its swap waits', async () => {
  const user = fixture.createHostedUser()
  const asked = ['quote', '1', 'ETH', 'USDC', '-a', 'dev1', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  const words = ['swap', id, '-a', 'dev1', '-y']
  for (const more of unreadable) {
    expect(await screenOf(user, ...words, ...more)).toContain('. Nothing was sent. ')
    expect(errorOf(await user.run([...words, ...more, '-o', 'json']))).toMatchObject({ sent: false })
  }
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run([...words, '--no-wait'])).code).toBe(0)

  const repeated = [words, ['swap', 'last', '-y'], ['tx', 'cancel', id], ['tx', 'speedup', 'last']]
  for (const [again, more] of repeated.flatMap((one) => unreadable.map((more) => [one, more] as const))) {
    const named = [...again, ...more].join(' ')
    expect(await screenOf(user, ...again, ...more), named).toContain('. A transaction WAS sent. ')
    const error = errorOf(await user.run([...again, ...more, '-o', 'json']))
    expect(error, named).toMatchObject({ code: more[0] === '-p' ? 'PROFILE_NOT_FOUND' : 'USAGE', sent: true })
  }
  const dry = errorOf(await user.run([...words, '--dry-run', '--nonce', 'x', '-o', 'json']))
  expect(dry).toMatchObject({ code: 'USAGE', sent: false })
})

test('swap under a name, with words that cannot be read, while it waits', async () => {
  const user = fixture.createHostedUser()
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev2', '-y']
  expect((await user.run([...words, '--id', 'salary', '--no-wait'])).code).toBe(0)
  const again = async (...more: readonly string[]) => errorOf(await user.run([...words, ...more, '-o', 'json']))
  expect(await again('--id', 'salary', '--nonce', 'x')).toMatchObject({ code: 'USAGE', sent: true })
  expect(await again('--id', 'rent', '--nonce', 'x')).toMatchObject({ code: 'USAGE', sent: false })
  expect(await again('--nonce', 'x')).toMatchObject({ code: 'USAGE', sent: false })
})

test('approve of a quote, with words that cannot be read, while its approval waits', async () => {
  const user = fixture.createHostedUser()
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', 'dev3', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await fixture.chain.rpc('evm_setAutomine', false)
  expect((await user.run(['approve', id, '-a', 'dev3', '-y', '--no-wait'])).code).toBe(0)
  const again = errorOf(await user.run(['approve', id, '-a', 'dev3', '-y', '--reset', 'x', '-o', 'json']))
  expect(again).toMatchObject({ code: 'USAGE', sent: true })
})

test('tx send of a file, with words that cannot be read, before and after it was sent', async () => {
  const user = fixture.createHostedUser()
  const file = join(user.home, 'signed.json')
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev4', '-y', '--sign-only', '--out', file, '-o', 'json']
  parseData(await user.run(words))
  const refused = async () => errorOf(await user.run(['tx', 'send', file, '--confirmations', '0', '-o', 'json']))
  expect(await refused()).toMatchObject({ code: 'USAGE', sent: true }) // it may have been sent from elsewhere
  parseData(await user.run(['tx', 'send', file, '-o', 'json']))
  const [{ hash }] = [JSON.parse(readFileSync(file, 'utf8'))]
  expect(await refused()).toMatchObject({ code: 'USAGE', sent: true, txHash: hash })
  writeFileSync(file, '{}')
  expect(await refused()).toMatchObject({ code: 'USAGE', sent: false })
})

test('batch run and batch resume, with words that cannot be read, after a row was swapped', async () => {
  const user = fixture.createHostedUser()
  const row = { network: 'sandbox', sell: 'ETH', buy: 'USDC', account: 'dev6' }
  const file = writeOrders(user, [
    { id: 'a', ...row, amount: '0.01', min_out: '' },
    { id: 'b', ...row, amount: '0.001', min_out: '1000000' },
  ])
  const refused = async (...words: readonly string[]) => errorOf(await user.run([...words, '-y', '-o', 'json']))
  expect(await refused('batch', 'run', file, '--on-error', 'x')).toMatchObject({ code: 'USAGE', sent: false })
  await user.run(['batch', 'run', file, '-y'])
  expect(await fixture.countSentBy('dev6')).toBe(1)
  expect(await refused('batch', 'run', file, '--on-error', 'x')).toMatchObject({ code: 'USAGE', sent: true })
  expect(await refused('batch', 'run', file, '-p', 'none')).toMatchObject({ code: 'PROFILE_NOT_FOUND', sent: true })
  expect(await refused('batch', 'resume', '--max-failures', 'x')).toMatchObject({ code: 'USAGE', sent: true })
  const elsewhere = await refused('batch', 'run', '-', '--on-error', 'x')
  expect(elsewhere).toMatchObject({ code: 'USAGE' })
  expect(elsewhere).not.toHaveProperty('sent')
})

test('what cannot be read at all neither claims nor denies that something was sent', async () => {
  const user = fixture.createHostedUser()
  const asked = ['quote', '1', 'ETH', 'USDC', '-a', 'dev5', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['swap', id, '-a', 'dev5', '-y']
  expect((await user.run([...words, '--no-wait'])).code).toBe(0)

  const broken = join(user.home, 'broken.json')
  writeFileSync(broken, '{', { mode: 0o600 })
  const calls: readonly (readonly [words: readonly string[], code: string, env?: Record<string, string>])[] = [
    [[...words, '--bogus'], 'USAGE'],
    [['--bogus', ...words], 'USAGE'],
    [['swpa', id], 'USAGE'],
    [[...words, '--config', broken], 'CONFIG_INVALID'],
    [words, 'USAGE', { SWAPLINE_TIMEOUT: 'soon' }],
    [[...words, '--timeout', 'soon'], 'USAGE'],
    [[...words, 'a', 'b', 'c'], 'USAGE'],
    [['revoke', 'USDC', '--bogus'], 'USAGE'],
    [['router', 'deploy', '-p', 'none'], 'PROFILE_NOT_FOUND'],
    [['status', id, '--retry', '--confirmations', '0'], 'USAGE'],
  ]
  for (const [call, code, env = {}] of calls) {
    const named = [...call, JSON.stringify(env)].join(' ')
    const { stderr } = await user.run(call, { env })
    expect.soft(stderr, named).toContain(`${code} · exit `)
    expect.soft(stderr.replace(/\s+/g, ' '), named).not.toMatch(/Nothing was sent|WAS sent/)
    const error = errorOf(await user.run([...call, '-o', 'json'], { env }))
    expect.soft(error, named).toMatchObject({ code })
    expect.soft(error, named).not.toHaveProperty('sent')
  }
  // a command that sends nothing has sent nothing
  expect(errorOf(await user.run(['quote', '1', 'ETH', 'USDC', '--bogus', '-o', 'json']))).toMatchObject({ sent: false })
})
