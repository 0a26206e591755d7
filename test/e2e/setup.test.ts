/** Keys, settings and the store of this machine: problems are reported, and nothing is damaged. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encryptKeystoreJsonSync, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExpectedFailure, expectFailureJson, expectRefusal, parseData } from './expect-refusal.ts'
import { type CliFixture, readAllBytes, startCliFixture, type User } from './fixture.ts'

const key = `0x${'c0ffee'.repeat(10)}abcd`
const password = 'CANARY correct horse'
const wallet = new Wallet(key)

let fixture: CliFixture
let sample: User

beforeAll(async () => {
  fixture = await startCliFixture()
  await fixture.chain.rpc('anvil_setBalance', wallet.address, `0x${(10n ** 19n).toString(16)}`)
  sample = fixture.createHostedUser()
  // Cheap for the test; our own files use a costly scrypt.
  const json = encryptKeystoreJsonSync(wallet, password, { scrypt: { N: 2, r: 1, p: 1 } })
  const imported = await sample.run(['wallet', 'import', 'main', '-o', 'json'], {
    input: json,
    env: { SWAPLINE_PASSWORD: password },
  })
  expect(parseData(imported)).toMatchObject({ name: 'main', address: wallet.address })
  await sample.run(['quote', '0.01', 'ETH', 'USDC']) // the pools are known from here on
})
afterAll(() => fixture.close())

/** A user with the imported account. */
function owner(): User {
  const user = fixture.createHostedUser()
  cpSync(sample.keystore, user.keystore, { recursive: true })
  cpSync(sample.state, user.state, { recursive: true })
  return user
}

const swap = ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'main']

describe.concurrent('an account', () => {
  test.each<[string, ExpectedFailure, Record<string, string>]>([
    [
      'wrong password',
      { code: 'PASSWORD_WRONG', says: ['main', 'correct the password in the variable SWAPLINE_PASSWORD'] },
      { SWAPLINE_PASSWORD: 'wrong' },
    ],
    ['no password', { code: 'PASSWORD_NEEDED', says: ['--password-stdin'] }, {}],
  ])('%s: nothing is signed and the quote stays valid', async (_, wanted, env) => {
    const user = owner()
    const quoted = await user.run(['quote', '0.01', 'ETH', 'USDC', '-a', 'main', '--get', 'data.id'])
    const id = quoted.stdout.trim()
    await expectRefusal(user, ['swap', id, '-y', '-a', 'main'], wanted, { env })
    const dry = parseData<{ stage: string }>(await user.run(['swap', id, '--dry-run', '-a', 'main', '-o', 'json']))
    expect(dry.stage).toBe('simulated')
  })

  test('a key file that others can read is refused until its mode is fixed', async () => {
    const user = owner()
    const path = join(user.keystore, 'main.json')
    const found = existsSync(path) ? path : join(user.keystore, 'main')
    chmodSync(found, 0o644)
    const env = { SWAPLINE_PASSWORD: password }
    await expectRefusal(user, swap, { code: 'UNSAFE_MODE', says: ['644', `chmod 600 ${found}`] }, { env })
    chmodSync(found, 0o600)
    chmodSync(user.keystore, 0o755)
    const loose = await user.run(['wallet', 'new', 'other', '-o', 'json'], { env })
    expect(loose.code).toBe(3)
    expect(loose.stdout).toContain('UNSAFE_MODE')
  })

  test('a password file that others can read is refused', async () => {
    const user = owner()
    const file = join(user.home, 'password')
    writeFileSync(file, `${password}\n`, { mode: 0o644 })
    const args = [...swap, '--password-file', file]
    await expectRefusal(user, args, { code: 'UNSAFE_MODE', says: [`chmod 600 ${file}`] })
  })

  test('that does not exist', () =>
    expectRefusal(owner(), [...swap.slice(0, -1), 'nobody'], {
      code: 'ACCOUNT_NOT_FOUND',
      says: ['nobody', 'wallet list'],
    }))

  test('a damaged key file is named without quoting its bytes', async () => {
    const user = owner()
    writeFileSync(join(user.keystore, 'broken.json'), '{"version":3,"crypto":{"cipher":"CANARY', { mode: 0o600 })
    const args = ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'broken']
    const ran = await user.run([...args, '-o', 'json'], { env: { SWAPLINE_PASSWORD: password } })
    expect(ran.code).toBe(3)
    expect(ran.stdout + ran.stderr).not.toContain('CANARY')
  })
})

describe.concurrent('settings', () => {
  const written = (text: string): User => {
    const user = fixture.createHostedUser()
    writeFileSync(user.config, text, { mode: 0o600 })
    return user
  }

  test.each<[string, string, ExpectedFailure]>([
    ['broken', '{"network": "sandbox"', { code: 'CONFIG_INVALID', says: ['it was left as it is'] }],
    ['an unknown key', '{"trade": {"slipagePpm": 5}}', { code: 'CONFIG_KEY_UNKNOWN', says: ['slippagePpm'] }],
    ['a value out of range', '{"trade": {"deadlineSec": 1}}', { code: 'CONFIG_INVALID', says: ['deadlineSec'] }],
  ])('%s: refused, and the file is left as it is', async (_, text, wanted) => {
    const user = written(text)
    await expectRefusal(user, ['quote', '1', 'ETH', 'USDC'], wanted)
    expectFailureJson(await user.run(['swap', '1', 'ETH', 'USDC', '-y', '-o', 'json']), { ...wanted, sent: 'unasked' })
    expect(readFileSync(user.config, 'utf8')).toBe(text)
  })
})

describe.concurrent('the store', () => {
  test('is refused and left untouched if damaged', async () => {
    const user = fixture.createHostedUser()
    mkdirSync(user.state, { recursive: true, mode: 0o700 })
    const path = join(user.state, 'swapline.db')
    const bytes = `SQLite format 3\0${'CANARY '.repeat(2_000)}`
    writeFileSync(path, bytes, { mode: 0o600 })
    const wanted: ExpectedFailure = { code: 'STORE_UNUSABLE', says: [path, 'nothing is sent twice'] }
    await expectRefusal(user, ['quote', '1', 'ETH', 'USDC'], wanted)
    // what an earlier run sent is in it, so neither its screen nor its JSON says that nothing was
    await expectRefusal(user, ['swap', '1', 'ETH', 'USDC', '-y'], { ...wanted, sent: true })
    await expectRefusal(user, ['status', 'last'], wanted)
    expect(readFileSync(path, 'utf8')).toBe(bytes)
  })

  test('shows nothing if empty', async () => {
    await expectRefusal(fixture.createHostedUser(), ['status', 'last'], { code: 'SWAP_NOT_FOUND' })
    await expectRefusal(fixture.createHostedUser(), ['distributions', 'last'], {
      code: 'QUOTE_NOT_FOUND',
      says: ['swapline quote'],
    })
  })
})

test('password and key appear in nothing that is printed or written', async () => {
  const user = owner()
  const env = { SWAPLINE_PASSWORD: password }
  const runs = [
    await user.run([...swap, '-vv'], { env }),
    await user.run([...swap, '-vv', '-o', 'json', '--password-stdin'], { input: `${password}\n` }),
    await user.run([...swap, '-vv', '--id', key], { env }),
    await user.run([...swap, '-vv', '--timeout', '5s'], { env, rpc: `http://127.0.0.1:1/${key}` }),
    await user.run(['swap', key, '-y'], { env }),
    await user.run(['status', 'last', '-vv', '-o', 'json'], { env }),
  ]
  expect(runs.slice(0, 2).map(({ code }) => code)).toEqual([0, 0])
  const printed = runs.map(({ stdout, stderr }) => stdout + stderr).join('\n')
  expect(printed).toContain(wallet.address)
  for (const secret of [password, key.slice(2)]) expect(printed).not.toContain(secret)
  const written = readAllBytes(user.home)
  expect(written.length).toBeGreaterThan(1_000)
  expect(written).not.toContain(password)
}, 240_000)
