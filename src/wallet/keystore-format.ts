/**
 * Keystore version 3 as written by geth, Foundry, ethers, older wallets and us. Source: the "Web3 Secret Storage
 * Definition"; the differences between the writers were seen in their files.
 */
import { type Address, evm } from '#domain/units'

export interface Keystore {
  /** As stated in the file; Foundry's files do not state it. */
  readonly address: Address | undefined
  readonly iv: Buffer
  /** The encrypted key, 32 bytes. */
  readonly ciphertext: Buffer
  readonly mac: Buffer
  readonly kdf: Kdf
}

export type Kdf =
  | { readonly name: 'scrypt'; readonly salt: Buffer; readonly n: number; readonly r: number; readonly p: number }
  | { readonly name: 'pbkdf2'; readonly salt: Buffer; readonly rounds: number }

/**
 * Without these limits a file could demand hours of work, or more memory than there is, before a password is checked.
 */
const max = { scryptN: 2 ** 20, scryptWork: 2 ** 23, pbkdf2Rounds: 10_000_000, saltBytes: 1024 } as const

/** What is wrong with a file, without quoting any of it. */
export class InvalidKeystoreError extends Error {}

/** @throws InvalidKeystoreError before any work is done for it. */
export function parseKeystore(text: string): Keystore {
  const file = parseRecord(parseJson(text), 'it is not a keystore')
  if (Number(getField(file, 'version')) !== 3) throw new InvalidKeystoreError('it is not a keystore of version 3')
  const crypto = parseRecord(getField(file, 'crypto'), 'it holds no encrypted key')
  if (getField(crypto, 'cipher') !== 'aes-128-ctr') throw new InvalidKeystoreError('its cipher is not aes-128-ctr')
  const ciphertext = parseBytes(crypto, 'ciphertext')
  const iv = parseBytes(parseRecord(getField(crypto, 'cipherparams'), 'it has no cipherparams'), 'iv')
  const mac = parseBytes(crypto, 'mac')
  if (ciphertext.length !== 32 || iv.length !== 16 || mac.length !== 32)
    throw new InvalidKeystoreError('its ciphertext, iv or mac has the wrong length')
  return { address: parseAddress(file), ciphertext, iv, mac, kdf: parseKdf(crypto) }
}

/** The text of a keystore: `crypto` and `address` in lower case and without 0x, as geth and Foundry require. */
export function writeKeystore(keystore: Keystore & { readonly address: Address }, id: string): string {
  const { kdf } = keystore
  if (kdf.name !== 'scrypt') throw new RangeError('keystores are written with scrypt')
  const written = {
    address: keystore.address.slice(2),
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: keystore.ciphertext.toString('hex'),
      cipherparams: { iv: keystore.iv.toString('hex') },
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n: kdf.n, p: kdf.p, r: kdf.r, salt: kdf.salt.toString('hex') },
      mac: keystore.mac.toString('hex'),
    },
    id,
    version: 3,
  }
  return `${JSON.stringify(written)}\n`
}

function parseKdf(crypto: Fields): Kdf {
  const params = parseRecord(getField(crypto, 'kdfparams'), 'it has no kdfparams')
  const salt = parseBytes(params, 'salt')
  if (salt.length > max.saltBytes) throw new InvalidKeystoreError('its salt is too long')
  if (parseCount(params, 'dklen') < 32) throw new InvalidKeystoreError('its dklen is below 32')
  const name = getField(crypto, 'kdf')
  if (name === 'scrypt') return parseScrypt(params, salt)
  if (name === 'pbkdf2') return parsePbkdf2(params, salt)
  throw new InvalidKeystoreError('its kdf is neither scrypt nor pbkdf2')
}

function parseScrypt(params: Fields, salt: Buffer): Kdf {
  const [n, r, p] = [parseCount(params, 'n'), parseCount(params, 'r'), parseCount(params, 'p')]
  if (n < 2 || !Number.isInteger(Math.log2(n))) throw new InvalidKeystoreError('its scrypt n is not a power of two')
  if (n > max.scryptN || n * r * p > max.scryptWork)
    throw new InvalidKeystoreError(`its scrypt n is above ${max.scryptN} or asks for more than 1 GiB`)
  return { name: 'scrypt', salt, n, r, p }
}

function parsePbkdf2(params: Fields, salt: Buffer): Kdf {
  const rounds = parseCount(params, 'c')
  if (getField(params, 'prf') !== 'hmac-sha256') throw new InvalidKeystoreError('its prf is not hmac-sha256')
  if (rounds > max.pbkdf2Rounds) throw new InvalidKeystoreError(`its pbkdf2 c is above ${max.pbkdf2Rounds}`)
  return { name: 'pbkdf2', salt, rounds }
}

function parseAddress(file: Fields): Address | undefined {
  const said = getField(file, 'address')
  if (said === undefined || said === null || said === '') return undefined
  if (typeof said !== 'string' || !/^(?:0x)?[0-9a-f]{40}$/i.test(said))
    throw new InvalidKeystoreError('its address is not valid')
  return evm(`0x${said.slice(-40)}`)
}

type Fields = ReadonlyMap<string, unknown>

/** ethers writes `Crypto`, other writers differ too: fields are matched without regard to case. */
const getField = (fields: Fields, name: string): unknown => fields.get(name)

function parseRecord(value: unknown, flaw: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InvalidKeystoreError(flaw)
  return new Map(Object.entries(value).map(([name, held]) => [name.toLowerCase(), held]))
}

function parseBytes(fields: Fields, name: string): Buffer {
  const value = getField(fields, name)
  if (typeof value !== 'string' || !/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(value))
    throw new InvalidKeystoreError(`its ${name} is not hex`)
  return Buffer.from(value.replace(/^0x/i, ''), 'hex')
}

function parseCount(fields: Fields, name: string): number {
  const value = getField(fields, name)
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new InvalidKeystoreError(`its ${name} is not a positive whole number`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidKeystoreError('it is not JSON') // without the cause, which quotes the text
  }
}
