import { expect, test } from 'vitest'
import { parseKeystore } from '#wallet/keystore-format'

const scrypt = { dklen: 32, n: 8192, p: 1, r: 8, salt: 'aa'.repeat(32) }
const crypto = {
  cipher: 'aes-128-ctr',
  cipherparams: { iv: '01'.repeat(16) },
  ciphertext: '02'.repeat(32),
  kdf: 'scrypt',
  kdfparams: scrypt,
  mac: '03'.repeat(32),
}
const file = { version: 3, id: 'x', crypto }
const read = (value: unknown) => parseKeystore(JSON.stringify(value))

test.each([
  ['geth', { ...file, address: 'AB'.repeat(20) }, `0x${'ab'.repeat(20)}`],
  ['ethers', { version: 3, Crypto: crypto, address: `0x${'ab'.repeat(20)}` }, `0x${'ab'.repeat(20)}`],
  ['Foundry', file, undefined],
  ['an empty address', { ...file, address: '' }, undefined],
  ['hex with 0x', { ...file, crypto: { ...crypto, mac: `0x${crypto.mac}` } }, undefined],
])('%s is read', (_, value, address) => {
  const keystore = read(value)
  expect(keystore.address).toBe(address)
  expect(keystore.mac.toString('hex')).toBe(crypto.mac)
  expect(keystore.kdf).toMatchObject({ name: 'scrypt', n: 8192 })
})

test('the most expensive accepted parameters are n = 2^20 with r = 8', () => {
  const at = (kdfparams: object) => read({ ...file, crypto: { ...crypto, kdfparams: { ...scrypt, ...kdfparams } } })
  expect(at({ n: 2 ** 20 }).kdf).toMatchObject({ n: 2 ** 20 })
  expect(() => at({ n: 2 ** 21, r: 1 })).toThrow('scrypt n is above')
  expect(() => at({ n: 2 ** 20, p: 2 })).toThrow('asks for more than 1 GiB')
  expect(() => at({ n: 2, r: 2 ** 30 })).toThrow('asks for more than 1 GiB')
  expect(() => at({ n: 8191 })).toThrow('not a power of two')
  expect(() => at({ n: 1 })).toThrow('not a power of two')
})

const pbkdf2 = { dklen: 32, c: 10_240, prf: 'hmac-sha256', salt: 'aa' }
test.each([
  [{ version: 1 }, 'version 3'],
  [{ crypto: undefined }, 'no encrypted key'],
  [{ crypto: { ...crypto, cipher: 'aes-256-cbc' } }, 'cipher'],
  [{ crypto: { ...crypto, ciphertext: '02'.repeat(31) } }, 'wrong length'],
  [{ crypto: { ...crypto, ciphertext: 'zz' } }, 'not hex'],
  [{ crypto: { ...crypto, mac: 5 } }, 'not hex'],
  [{ crypto: { ...crypto, kdf: 'argon2' } }, 'kdf'],
  [{ crypto: { ...crypto, kdfparams: { ...scrypt, dklen: 16 } } }, 'dklen'],
  [{ crypto: { ...crypto, kdfparams: { ...scrypt, salt: 'aa'.repeat(1025) } } }, 'salt'],
  [{ crypto: { ...crypto, kdfparams: { ...scrypt, p: '1' } } }, 'whole number'],
  [{ crypto: { ...crypto, kdf: 'pbkdf2', kdfparams: { ...pbkdf2, c: 1e9 } } }, 'pbkdf2 c'],
  [{ crypto: { ...crypto, kdf: 'pbkdf2', kdfparams: { ...pbkdf2, prf: 'md5' } } }, 'prf'],
  [{ address: '0x12' }, 'address'],
])('%j is refused: %s', (change, words) => {
  expect(() => read({ ...file, ...change })).toThrow(words)
})

test.each(['', '[]', 'null', '7', '{"version":3', '{"__proto__":{"version":3}}'])('%j is not a keystore', (text) => {
  expect(() => parseKeystore(text)).toThrow(/it is not (?:JSON|a keystore)/)
})
