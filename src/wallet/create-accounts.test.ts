import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { computeAddress, encryptKeystoreJson } from 'ethers'
import { expect, test } from 'vitest'
import type { Secrets } from '#domain/trade/accounts'
import {
  address,
  createKeystore,
  modeOf,
  password,
  privateKey,
  put,
  putOwn,
  setUp,
  unlock,
} from '#wallet/accounts-fixture'

test.each([
  ['geth-like', () => createKeystore('geth')],
  ['of an old wallet, pbkdf2', () => createKeystore('pbkdf2')],
  ['ethers-like', () => encryptKeystoreJson({ address, privateKey }, password, { scrypt: { N: 4096, r: 8, p: 1 } })],
])('a file %s is listed with its address, unopened, and unlocks', async (_, make) => {
  const { accounts, foreign, asked } = setUp()
  const path = join(foreign, 'UTC--2026--x')
  put(path, await make())
  expect(await accounts.list()).toEqual([{ name: 'UTC--2026--x', address, path, kind: 'keystore' }])
  expect((await accounts.find(address.toUpperCase().replace('0X', '0x'))).path).toBe(path)
  expect(asked).toEqual([])
  await unlock(accounts, address)
  await unlock(accounts, address)
  expect(asked).toEqual(['password UTC--2026--x']) // once for each process
})

test("a file of Foundry's has no address: it is learnt at the first unlocking and known from then on", async () => {
  const { accounts, directory, foreign, asked } = setUp()
  const path = join(foreign, 'deployer')
  put(path, createKeystore('foundry'))
  expect(await accounts.list()).toMatchObject([{ name: 'deployer', address: undefined }])
  await expect(accounts.find(address)).rejects.toMatchObject({
    code: 'ACCOUNT_NOT_FOUND',
    context: { why: expect.stringContaining('1 key files do not state') },
  })
  expect(await accounts.find('deployer')).toMatchObject({ address })
  await unlock(accounts, 'deployer')
  expect(asked).toEqual(['password deployer'])
  expect(await accounts.list()).toMatchObject([{ name: 'deployer', address }])
  expect(modeOf(join(directory, '.addresses.json'))).toBe('600')

  put(path, createKeystore('foundry', { key: `0x${'11'.repeat(32)}` })) // another key in its place is unknown again
  expect(await accounts.list()).toMatchObject([{ address: undefined }])
})

test('a name in two folders means ours; the other account goes by its path', async () => {
  const { accounts, directory, foreign } = setUp()
  mkdirSync(directory, { mode: 0o700 })
  put(join(directory, 'a.json'), createKeystore('geth'))
  put(join(foreign, 'a'), createKeystore('foundry'))
  expect((await accounts.list()).map(({ name }) => name)).toEqual(['a', join(foreign, 'a')])
  expect((await accounts.find('a')).path).toBe(join(directory, 'a.json'))
})

test('skips files that are not keystores, takes a path to a key file, and tolerates a missing folder', async () => {
  const { accounts, foreign } = setUp({ foreignDirectories: ['/nonexistent'] })
  expect(await accounts.list()).toEqual([])
  for (const [name, text] of [
    ['notes.txt', 'hello'],
    ['other.json', '{"version":3}'],
    ['.hidden', createKeystore('geth')],
    ['big', ' '.repeat(70_000) + createKeystore('geth')],
  ] as const)
    put(join(foreign, name), text)
  mkdirSync(join(foreign, 'sub'))
  expect(await setUp({ foreignDirectories: [foreign] }).accounts.list()).toEqual([])
  put(join(foreign, 'one.json'), createKeystore('geth'))
  const single = setUp({ foreignDirectories: [join(foreign, 'one.json')] })
  expect(await single.accounts.list()).toMatchObject([{ name: 'one', address }])
})

test.each([0o640, 0o604, 0o644, 0o660])('a key file of mode %o is refused with the remedy', async (mode) => {
  const { accounts, foreign, asked } = setUp()
  const path = join(foreign, 'loose.json')
  put(path, createKeystore('geth'))
  chmodSync(path, mode)
  await expect(unlock(accounts, 'loose')).rejects.toMatchObject({
    code: 'UNSAFE_MODE',
    exit: 3,
    fix: [`chmod 600 ${path}`],
  })
  expect(asked).toEqual([])
})

test('our own folder must not be accessible to others, for reading or for writing', async () => {
  const own = setUp()
  const { accounts, directory } = own
  putOwn(own, 'a')
  chmodSync(directory, 0o750)
  const refusal = { code: 'UNSAFE_MODE', fix: [`chmod 700 ${directory}`] }
  await expect(unlock(accounts, 'a')).rejects.toMatchObject(refusal)
  await expect(accounts.create('b')).rejects.toMatchObject(refusal)
})

test('a symbolic link is listed, never followed, and refused by name', async () => {
  const { accounts, directory, foreign, asked } = setUp()
  mkdirSync(directory, { mode: 0o700 })
  put(join(directory, 'real.json'), createKeystore('geth'))
  symlinkSync(join(directory, 'real.json'), join(foreign, 'link.json'))
  expect(await accounts.list()).toMatchObject([{ name: 'real' }, { name: 'link', address: undefined }])
  await expect(accounts.find('link')).rejects.toMatchObject({ code: 'UNSAFE_MODE' })
  expect(asked).toEqual([])
})

test('a wrong password is told from a broken file, and the next attempt may succeed', async () => {
  const wrong = setUp({}, 'canary-wrong')
  put(join(wrong.foreign, 'a'), createKeystore('geth'))
  await expect(unlock(wrong.accounts, 'a')).rejects.toMatchObject({ code: 'PASSWORD_WRONG', details: { account: 'a' } })

  let tries = 0
  const secrets: Secrets = {
    password: async () => (++tries === 1 ? 'typo' : password),
    newPassword: async () => password,
  }
  const second = setUp({ secrets, foreignDirectories: [wrong.foreign] })
  await expect(unlock(second.accounts, 'a')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  await unlock(second.accounts, 'a')
})

test("a file with another address than its key's is refused", async () => {
  const { accounts, foreign } = setUp()
  put(join(foreign, 'liar'), createKeystore('geth', { says: 'ab'.repeat(20) }))
  await expect(unlock(accounts, 'liar')).rejects.toThrow('but holds the key of')
  await expect(accounts.import('new', createKeystore('geth', { says: 'ab'.repeat(20) }))).rejects.toThrow(
    'holds the key of',
  )
})

test('an empty password and one outside ASCII work, as typed in geth and as normalised by ethers', async () => {
  for (const secret of ['', 'pässwörd ﬁ'])
    for (const file of [
      createKeystore('geth', { secret }),
      await encryptKeystoreJson({ address, privateKey }, secret, { scrypt: { N: 2, r: 8, p: 1 } }),
    ]) {
      const { accounts, foreign } = setUp({}, secret)
      put(join(foreign, 'a'), file)
      await unlock(accounts, 'a')
    }
})

test('keys of the environment and of the sandbox are ordinary accounts', async () => {
  const development = [{ name: 'dev0', address, key: privateKey }]
  const { accounts, asked } = setUp({ environmentKey: `${'11'.repeat(32)}\n`, development })
  const listed = await accounts.list()
  expect(listed).toMatchObject([
    { name: 'environment', kind: 'environment', address: computeAddress(`0x${'11'.repeat(32)}`).toLowerCase() },
    { name: 'dev0', kind: 'development', address },
  ])
  for (const { name } of listed) await unlock(accounts, name)
  expect(asked).toEqual([])
  await expect(setUp({ environmentKey: 'canary-env' }).accounts.list()).rejects.toMatchObject({
    code: 'KEYSTORE_UNREADABLE',
  })
})
