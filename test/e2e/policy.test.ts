/** The spend policy against a script that knows every option of the program, and edits no file. */
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devAccounts } from '#sandbox/dev-accounts'
import { type CliFixture, type RunResult, startCliFixture, type User } from './fixture.ts'

let cli: CliFixture
beforeAll(async () => {
  cli = await startCliFixture()
}, 120_000)
afterAll(() => cli.close())

const sure = ['-y', '--allow-policy-change'] as const

async function createBoundUser(...rules: readonly (readonly string[])[]): Promise<User> {
  const user = cli.createHostedUser()
  for (const rule of rules) expect(await user.run(['policy', 'set', ...rule, ...sure])).toMatchObject({ code: 0 })
  return user
}

const failureOf = ({ stdout, code }: RunResult): unknown => ({ code, error: JSON.parse(stdout).error?.code })
const violated = { code: 10, error: 'POLICY_VIOLATED' }

describe('a limit of a day', () => {
  test('8 processes and 4 accounts at once sign exactly what fits', async () => {
    const user = await createBoundUser(['per-day', 'ETH', '5.5'])
    const before = await countAll()
    const names = ['dev0', 'dev1', 'dev2', 'dev3', 'dev0', 'dev1', 'dev2', 'dev3']
    const running = await Promise.all(
      names.map((name) => user.start(['swap', '1', 'ETH', 'USDC', '-y', '-a', name, '-o', 'json'])),
    )
    const results = await Promise.all(running.map(({ ended }) => ended))
    const codes = results.map(({ code }) => code).toSorted()
    expect(codes, results.map(({ stderr }) => stderr).join('\n')).toEqual([0, 0, 0, 0, 0, 10, 10, 10])
    expect((await countAll()) - before).toBe(5)

    const refused = results.find(({ code }) => code === 10)
    const failure = JSON.parse(refused?.stdout ?? '').error
    expect(failure.code).toBe('POLICY_VIOLATED')
    expect(failure.message).toMatch(/at most 5\.5 ETH per day, and this asks for 1.* ETH; 5\.0.* ETH were signed/)
    expect(failure.fix[0]).toMatch(/^0\.4\d* ETH fit now; all of it fits from \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z on$/)
  }, 180_000)

  test('counts the wrapped form, other settings and other accounts as one', async () => {
    const user = await createBoundUser(['per-day', 'ETH', '2'])
    expect(await user.run(['swap', '1.5', 'ETH', 'WETH', '-y', '-a', 'dev4'])).toMatchObject({ code: 0 })
    const more = ['swap', '1', 'ETH', 'USDC', '-y', '-a', 'dev5', '-o', 'json']
    const wrapped = ['swap', '1', 'WETH', 'USDC', '-y', '-a', 'dev4', '-o', 'json']
    const bought = ['swap', '2000', 'ETH', 'USDC', '--exact-out', '-y', '-a', 'dev5', '-o', 'json']
    const elsewhere = join(user.home, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    writeFileSync(join(elsewhere, 'config.json'), '{}', { mode: 0o600 })
    for (const [args, env] of [
      [more, {}],
      [wrapped, {}],
      [bought, {}],
      [[...more, '--state-dir', elsewhere], {}],
      [more, { SWAPLINE_STATE_DIR: elsewhere }],
      [[...more, '--config', join(elsewhere, 'config.json')], {}],
      [[...more, '--keystore', elsewhere], {}],
      [[...more, '--id', 'another'], {}],
    ] as const)
      expect(failureOf(await user.run(args, { env })), args.join(' ')).toEqual(violated)
    expect(await user.run(['swap', '0.4', 'ETH', 'USDC', '-y', '-a', 'dev5'])).toMatchObject({ code: 0 })
    const { stdout } = await user.run(['policy', 'show', '-o', 'json'])
    const [use] = JSON.parse(stdout).data.policies[0].usage
    expect(use).toMatchObject({ per: 'day', limit: '2', token: { symbol: 'ETH' } })
    expect(Number(use.spent)).toBeGreaterThan(1.9)
    expect(Number(use.spent)).toBeLessThan(1.95)
  }, 180_000)

  test('an approval for our router may not exceed what is left, and is not counted beside its swap', async () => {
    const user = await createBoundUser(['per-day', 'USDC', '150'])
    const swap = ['swap', '100', 'USDC', 'DAI', '-y', '-a', 'dev6', '-o', 'json']
    expect(await user.run(swap)).toMatchObject({ code: 0 })
    expect(failureOf(await user.run(swap))).toEqual(violated)
    expect(failureOf(await user.run(['approve', 'USDC', '51', '-y', '-a', 'dev6', '-o', 'json']))).toEqual(violated)
    expect(await user.run(['swap', '50', 'USDC', 'DAI', '-y', '-a', 'dev6', '-o', 'json'])).toMatchObject({ code: 0 })
  }, 180_000)
})

describe('a limit of a transaction', () => {
  test('stops swaps, approvals without limit and permits', async () => {
    const user = await createBoundUser(['per-tx', 'USDC', '100'])
    const before = await countAll()
    for (const args of [
      ['swap', '101', 'USDC', 'ETH'],
      ['swap', '101', 'USDC', 'ETH', '--dry-run'],
      ['swap', '101', 'USDC', 'ETH', '--approve', 'permit'],
      ['swap', '50', 'USDC', 'ETH', '--approve', 'max', '--allow-max'],
      ['swap', '1', 'USDC', 'ETH', '--exact-out', '--slippage', '5%'],
      ['approve', 'USDC', '101'],
      ['approve', 'USDC', '--max', '--allow-max'],
      ['approve', 'USDC', '101', '--permit'],
    ])
      expect(failureOf(await user.run([...args, '-y', '-a', 'dev7', '-o', 'json'])), args.join(' ')).toEqual(violated)
    expect((await countAll()) - before).toBe(0)
    const unlimited = await user.run(['approve', 'USDC', '--max', '--allow-max', '-y', '-a', 'dev7', '-o', 'json'])
    expect(JSON.parse(unlimited.stdout).error.message).toContain('asks for USDC without limit')
    for (const args of [
      ['approve', 'USDC', '100', '--permit'],
      ['swap', '100', 'USDC', 'ETH', '--approve', 'permit'],
    ])
      expect(await user.run([...args, '-y', '-a', 'dev7'])).toMatchObject({ code: 0 })
  }, 180_000)
})

describe('tokens, recipients and networks', () => {
  test('binds every part of a trade', async () => {
    const stranger = devAccounts[9]?.address ?? ''
    const friend = devAccounts[8]?.address ?? ''
    const user = await createBoundUser(
      ['allow-tokens', 'ETH', 'USDC'],
      ['allow-recipients', friend],
      ['networks', 'sandbox'],
    )
    const ending = ['-y', '-a', 'dev7', '-o', 'json']
    for (const args of [
      ['swap', '1', 'ETH', 'DAI'],
      ['swap', '1', 'DAI', 'ETH'],
      ['approve', 'DAI', '1'],
      ['swap', '1', 'ETH', 'USDC', '--to-address', stranger, '--allow-recipient'],
      ['swap', '1', 'ETH', 'USDC', '--affiliate', stranger, '--affiliate-fee', '0.1'],
    ])
      expect(failureOf(await user.run([...args, ...ending])), args.join(' ')).toEqual(violated)
    const good = ['swap', '1', 'ETH', 'USDC', '--to-address', friend, '--allow-recipient', ...ending]
    expect(await user.run(good)).toMatchObject({ code: 0 })

    expect(await user.run(['policy', 'set', 'networks', 'base', ...sure])).toMatchObject({ code: 0 })
    expect(failureOf(await user.run(good))).toEqual(violated)
    const checked = await user.run(['policy', 'check', '1', 'ETH', 'USDC', '-o', 'json'])
    expect(checked.code).toBe(16)
    expect(JSON.parse(checked.stdout).data).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('sandbox is not among the allowed networks'),
    })
  }, 180_000)
})

describe('the policy itself', () => {
  test('is changed by a typed word only, or by --yes with its flag', async () => {
    const user = await createBoundUser(['per-tx', 'USDC', '100'])
    for (const args of [
      ['policy', 'unset', 'all', '-o', 'json'],
      ['policy', 'unset', 'all', '-y', '-o', 'json'],
      ['policy', 'unset', 'all', '--allow-policy-change', '-o', 'json'],
      ['policy', 'set', 'per-tx', 'USDC', '1000', '-y', '-o', 'json'],
    ])
      expect(failureOf(await user.run(args)), args.join(' ')).toEqual({ code: 10, error: 'CONFIRM_NEEDED' })
    const path = join(user.keystore, '.policy.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      version: 1,
      perTransaction: [{ token: { symbol: 'USDC' }, limit: '100' }],
    })
    expect(await user.run(['policy', 'unset', 'all', ...sure])).toMatchObject({ code: 0 })
    expect(await user.run(['swap', '101', 'USDC', 'ETH', '-y', '-a', 'dev8'])).toMatchObject({ code: 0 })
  }, 120_000)

  test('goes with a key of another program’s folder, if it was set for that folder', async () => {
    const user = cli.createHostedUser()
    const folder = join(user.home, '.foundry/keystores')
    const key = { SWAPLINE_PASSWORD: 'a' }
    expect(await user.run(['wallet', 'new', 'theirs', '--keystore', folder], { env: key })).toMatchObject({ code: 0 })
    const rule = ['policy', 'set', 'per-tx', 'ETH', '0.1', ...sure, '--keystore', folder]
    expect(await user.run(rule)).toMatchObject({ code: 0 })
    const swap = ['swap', '1', 'ETH', 'USDC', '-y', '-a', 'theirs', '-o', 'json']
    const env = { ...key, XDG_DATA_HOME: join(user.home, 'another') }
    expect(failureOf(await user.run(swap, { env }))).toEqual(violated)
  }, 120_000)

  test('goes with a key, wherever home is said to be; nothing is signed by one that cannot be read', async () => {
    const user = await createBoundUser(['per-tx', 'ETH', '0.1'])
    expect(await user.run(['wallet', 'new', 'mine'], { env: { SWAPLINE_PASSWORD: 'a' } })).toMatchObject({ code: 0 })
    const { stdout } = await user.run(['wallet', 'show', 'mine', '--get', 'data.address'])
    await cli.chain.rpc('anvil_setBalance', stdout.trim(), '0x8ac7230489e80000')
    const env = { SWAPLINE_PASSWORD: 'a', HOME: '/nonexistent', XDG_DATA_HOME: '/nonexistent' }
    const swap = ['swap', '1', 'ETH', 'USDC', '-y', '-a', 'mine', '-o', 'json', '--keystore']
    for (const place of [user.keystore, join(user.keystore, 'mine.json')])
      expect(failureOf(await user.run([...swap, place], { env }))).toEqual(violated)
    copyFileSync(join(user.keystore, 'mine.json'), join(user.keystore, '.policy.json'))
    expect(failureOf(await user.run([...swap, user.keystore], { env }))).toEqual({ code: 3, error: 'CONFIG_INVALID' })
  }, 120_000)
})

async function countAll(): Promise<number> {
  const counts = await Promise.all(devAccounts.map(({ name }) => cli.countSentBy(name)))
  return counts.reduce((sum, count) => sum + count, 0)
}
