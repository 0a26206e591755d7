/** Keys, settings and the store of this machine: what is wrong with them is said, and nothing of them is harmed. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encryptKeystoreJsonSync, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, failureOf, type Refused, refused } from './said.ts'
import { allBytes, openStage, type Stage, type User } from './stage.ts'

const key = `0x${'c0ffee'.repeat(10)}abcd`
const password = 'CANARY correct horse'
const wallet = new Wallet(key)

let stage: Stage
let sample: User

beforeAll(async () => {
  stage = await openStage()
  await stage.chain.rpc('anvil_setBalance', wallet.address, `0x${(10n ** 19n).toString(16)}`)
  sample = stage.user()
  // Little work for the test; our own files ask for much.
  const json = encryptKeystoreJsonSync(wallet, password, { scrypt: { N: 2, r: 1, p: 1 } })
  const imported = await sample.run(['wallet', 'import', 'main', '-o', 'json'], {
    input: json,
    env: { SWAPLINE_PASSWORD: password },
  })
  expect(dataOf(imported)).toMatchObject({ name: 'main', address: wallet.address })
  await sample.run(['quote', '0.01', 'ETH', 'USDC']) // the pools are known from here on
})
afterAll(() => stage.close())

/** Somebody with the imported account. */
function owner(): User {
  const user = stage.user()
  cpSync(sample.keystore, user.keystore, { recursive: true })
  cpSync(sample.state, user.state, { recursive: true })
  return user
}

const swap = ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'main']

describe.concurrent('an account', () => {
  test.each<[string, Refused, Record<string, string>]>([
    ['wrong password', { code: 'PASSWORD_WRONG', says: ['main', 'type it again'] }, { SWAPLINE_PASSWORD: 'wrong' }],
    ['no password', { code: 'PASSWORD_NEEDED', says: ['--password-stdin'] }, {}],
  ])('%s: nothing is signed and the quote stays good', async (_, wanted, env) => {
    const user = owner()
    const quoted = await user.run(['quote', '0.01', 'ETH', 'USDC', '-a', 'main', '--get', 'data.id'])
    const id = quoted.stdout.trim()
    await refused(user, ['swap', id, '-y', '-a', 'main'], wanted, { env })
    const dry = dataOf<{ stage: string }>(await user.run(['swap', id, '--dry-run', '-a', 'main', '-o', 'json']))
    expect(dry.stage).toBe('simulated')
  })

  test('a key file that others can read is refused until its mode is mended', async () => {
    const user = owner()
    const path = join(user.keystore, 'main.json')
    const found = existsSync(path) ? path : join(user.keystore, 'main')
    chmodSync(found, 0o644)
    const env = { SWAPLINE_PASSWORD: password }
    await refused(user, swap, { code: 'UNSAFE_MODE', says: ['644', `chmod 600 ${found}`] }, { env })
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
    await refused(user, args, { code: 'UNSAFE_MODE', says: [`chmod 600 ${file}`] })
  })

  test('one that is not there', () =>
    refused(owner(), [...swap.slice(0, -1), 'nobody'], { code: 'ACCOUNT_NOT_FOUND', says: ['nobody', 'wallet list'] }))

  test('a key file that is damaged is named, not its bytes', async () => {
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
    const user = stage.user()
    writeFileSync(user.config, text, { mode: 0o600 })
    return user
  }

  test.each<[string, string, Refused]>([
    ['broken', '{"network": "sandbox"', { code: 'CONFIG_INVALID', says: ['it was left as it is'] }],
    ['an unknown key', '{"trade": {"slipagePpm": 5}}', { code: 'CONFIG_KEY_UNKNOWN', says: ['slippagePpm'] }],
    ['a value out of range', '{"trade": {"deadlineSec": 1}}', { code: 'CONFIG_INVALID', says: ['deadlineSec'] }],
  ])('%s: refused, and the file is left as it is', async (_, text, wanted) => {
    const user = written(text)
    await refused(user, ['quote', '1', 'ETH', 'USDC'], wanted)
    failureOf(await user.run(['swap', '1', 'ETH', 'USDC', '-y', '-o', 'json']), wanted)
    expect(readFileSync(user.config, 'utf8')).toBe(text)
  })
})

describe.concurrent('the store', () => {
  test('one that is damaged is refused and not touched', async () => {
    const user = stage.user()
    mkdirSync(user.state, { recursive: true, mode: 0o700 })
    const path = join(user.state, 'swapline.db')
    const bytes = `SQLite format 3\0${'CANARY '.repeat(2_000)}`
    writeFileSync(path, bytes, { mode: 0o600 })
    const wanted: Refused = { code: 'STORE_UNUSABLE', says: [path, 'nothing is sent twice'] }
    await refused(user, ['quote', '1', 'ETH', 'USDC'], wanted)
    await refused(user, ['swap', '1', 'ETH', 'USDC', '-y'], wanted)
    await refused(user, ['status', 'last'], wanted)
    expect(readFileSync(path, 'utf8')).toBe(bytes)
  })

  test('an empty one has nothing to show', async () => {
    await refused(stage.user(), ['status', 'last'], { code: 'SWAP_NOT_FOUND' })
    await refused(stage.user(), ['distributions', 'last'], { code: 'QUOTE_NOT_FOUND', says: ['swapline quote'] })
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
  const written = allBytes(user.home)
  expect(written.length).toBeGreaterThan(1_000)
  expect(written).not.toContain(password)
}, 60_000)
