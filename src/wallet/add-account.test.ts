import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decryptKeystoreJson } from 'ethers'
import { expect, test } from 'vitest'
import { address, createKeystore, modeOf, password, privateKey, put, setUp, unlock } from '#wallet/accounts-fixture'
import { readSecret } from '#wallet/imported-secret'
import { addressOf } from '#wallet/private-key'

// BIP-39's own first test vector; its first Ethereum account is published in many places.
const phrase = `${'abandon '.repeat(11)}about`
const phraseAddress = '0x9858effd232b4033e47d90003d41ec34ecaeda94'

test('a new account is a file that ethers opens, with the address and lower-case names that others need', async () => {
  const { accounts, directory, asked } = setUp()
  const account = await accounts.create('alice')
  expect(account).toMatchObject({ name: 'alice', path: join(directory, 'alice.json'), kind: 'keystore' })
  const text = readFileSync(account.path, 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    address: account.address.slice(2),
    crypto: { cipher: 'aes-128-ctr', kdf: 'scrypt', kdfparams: { n: 131_072, r: 8, p: 1, dklen: 32 } },
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    version: 3,
  })
  const opened = await decryptKeystoreJson(text, password)
  expect(opened.address.toLowerCase()).toBe(account.address)
  expect(asked).toEqual(['new alice'])

  expect([modeOf(directory), modeOf(account.path)]).toEqual(['700', '600'])
  expect(readdirSync(directory)).toEqual(['alice.json'])
  expect(await accounts.list()).toEqual([account])
})

test('a name is used once, in our folder and in the others', async () => {
  const { accounts, directory, foreign, asked } = setUp()
  mkdirSync(directory, { mode: 0o700 })
  put(join(directory, 'mine.json'), createKeystore('geth'))
  put(join(foreign, 'theirs'), createKeystore('foundry'))
  const before = readFileSync(join(directory, 'mine.json'), 'utf8')
  for (const name of ['mine', 'theirs'])
    await expect(accounts.import(name, privateKey)).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' })
  expect(readFileSync(join(directory, 'mine.json'), 'utf8')).toBe(before)
  expect(asked).toEqual([]) // no password is asked for when the name is refused
})

test('of two concurrent creations of the same name one wins and nothing is overwritten', async () => {
  const { accounts, directory } = setUp()
  const results = await Promise.allSettled([accounts.create('a'), accounts.create('a')])
  const [made] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await accounts.list()).toEqual([made])
  expect(readdirSync(directory)).toEqual(['a.json'])
})

test.each(['', '.', '..', '.hidden', '-f', 'a/b', 'a b', 'é', 'a'.repeat(65), `0x${'ab'.repeat(20)}`])(
  '%j is not a name',
  async (name) => {
    await expect(setUp().accounts.create(name)).rejects.toMatchObject({ code: 'USAGE', exit: 2 })
  },
)

test.each([
  ['a private key', privateKey],
  ['a private key without 0x, with a newline', `${privateKey.slice(2).toUpperCase()}\n`],
  ['a phrase', phrase, phraseAddress],
  ['a phrase in capitals and on two lines', phrase.toUpperCase().replace(' ', ' \n '), phraseAddress],
])('%s is read as its key', async (_, secret, expected = address) => {
  const read = await readSecret(secret)
  expect('key' in read && (await addressOf(read.key))).toBe(expected)
})

// With one key of those above, for each file is encrypted and opened as expensively as an attacker shall find it.
test.each([
  ['a phrase', phrase, phraseAddress],
  ['a keystore', createKeystore('foundry'), address],
])('%s is imported', async (_, secret, expected) => {
  const { accounts, asked } = setUp()
  const account = await accounts.import('in', secret)
  expect(account.address).toBe(expected)
  expect(asked).toEqual([secret.startsWith('{') ? 'password in' : 'new in'])
  await unlock(accounts, 'in')
  const text = readFileSync(account.path, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ address: expected.slice(2), crypto: { kdfparams: { n: 131_072 } } })
})

test('an empty password creates no key file', async () => {
  const { accounts, directory } = setUp({}, '')
  const refused = { code: 'PASSWORD_EMPTY', exit: 3 }
  await expect(accounts.create('a')).rejects.toMatchObject(refused)
  await expect(accounts.import('b', privateKey)).rejects.toMatchObject(refused)
  await expect(accounts.import('c', createKeystore('foundry', { secret: '' }))).rejects.toMatchObject(refused)
  expect(readdirSync(directory)).toEqual([])
})

test('a key file with an empty password is opened, and imported under a new one', async () => {
  const { accounts, foreign } = setUp({}, '')
  put(join(foreign, 'theirs'), createKeystore('foundry', { secret: '' }))
  await unlock(accounts, 'theirs')

  const asked: string[] = []
  const secrets = {
    password: async () => '',
    newPassword: async (name: string) => {
      asked.push(name)
      return password
    },
  }
  const other = setUp({ secrets })
  const { path } = await other.accounts.import('mine', createKeystore('foundry', { secret: '' }))
  expect(asked).toEqual(['mine'])
  expect((await decryptKeystoreJson(readFileSync(path, 'utf8'), password)).address.toLowerCase()).toBe(address)
})
