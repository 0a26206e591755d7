/**
 * Keystore version 3 as geth, Foundry, ethers and the wallets before them write it, and as we do.
 * Source: the "Web3 Secret Storage Definition"; the differences between the writers are theirs, seen in their files.
 */
import { type Address, evm } from '#domain/units'

export interface Keystore {
  /** As the file says it; Foundry's files do not. */
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

/** A file could otherwise ask for hours of work, or for more memory than there is, before a password is looked at. */
const most = { scryptN: 2 ** 20, scryptWork: 2 ** 23, pbkdf2Rounds: 10_000_000, saltBytes: 1024 } as const

/** What is wrong with a file, in words that hold nothing of it. */
export class KeystoreFlaw extends Error {}

/** @throws KeystoreFlaw before any work is done for it. */
export function parseKeystore(text: string): Keystore {
  const file = record(json(text), 'it is no keystore')
  if (Number(field(file, 'version')) !== 3) throw new KeystoreFlaw('it is no keystore of version 3')
  const crypto = record(field(file, 'crypto'), 'it holds no encrypted key')
  if (field(crypto, 'cipher') !== 'aes-128-ctr') throw new KeystoreFlaw('its cipher is not aes-128-ctr')
  const ciphertext = bytes(crypto, 'ciphertext')
  const iv = bytes(record(field(crypto, 'cipherparams'), 'it has no cipherparams'), 'iv')
  const mac = bytes(crypto, 'mac')
  if (ciphertext.length !== 32 || iv.length !== 16 || mac.length !== 32)
    throw new KeystoreFlaw('its ciphertext, iv or mac has the wrong length')
  return { address: addressIn(file), ciphertext, iv, mac, kdf: kdfIn(crypto) }
}

/** The text of a keystore: `crypto` and `address` in lower case and without 0x, as geth and Foundry want them. */
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

function kdfIn(crypto: Fields): Kdf {
  const params = record(field(crypto, 'kdfparams'), 'it has no kdfparams')
  const salt = bytes(params, 'salt')
  if (salt.length > most.saltBytes) throw new KeystoreFlaw('its salt is too long')
  if (count(params, 'dklen') < 32) throw new KeystoreFlaw('its dklen is below 32')
  const name = field(crypto, 'kdf')
  if (name === 'scrypt') return scryptIn(params, salt)
  if (name === 'pbkdf2') return pbkdf2In(params, salt)
  throw new KeystoreFlaw('its kdf is neither scrypt nor pbkdf2')
}

function scryptIn(params: Fields, salt: Buffer): Kdf {
  const [n, r, p] = [count(params, 'n'), count(params, 'r'), count(params, 'p')]
  if (n < 2 || !Number.isInteger(Math.log2(n))) throw new KeystoreFlaw('its scrypt n is no power of two')
  if (n > most.scryptN || n * r * p > most.scryptWork)
    throw new KeystoreFlaw(`its scrypt n is above ${most.scryptN} or asks for more than 1 GiB`)
  return { name: 'scrypt', salt, n, r, p }
}

function pbkdf2In(params: Fields, salt: Buffer): Kdf {
  const rounds = count(params, 'c')
  if (field(params, 'prf') !== 'hmac-sha256') throw new KeystoreFlaw('its prf is not hmac-sha256')
  if (rounds > most.pbkdf2Rounds) throw new KeystoreFlaw(`its pbkdf2 c is above ${most.pbkdf2Rounds}`)
  return { name: 'pbkdf2', salt, rounds }
}

function addressIn(file: Fields): Address | undefined {
  const said = field(file, 'address')
  if (said === undefined || said === null || said === '') return undefined
  if (typeof said !== 'string' || !/^(?:0x)?[0-9a-f]{40}$/i.test(said)) throw new KeystoreFlaw('its address is none')
  return evm(`0x${said.slice(-40)}`)
}

type Fields = ReadonlyMap<string, unknown>

/** ethers writes `Crypto`, others have other habits: fields are known by their letters, not by their case. */
const field = (fields: Fields, name: string): unknown => fields.get(name)

function record(value: unknown, flaw: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new KeystoreFlaw(flaw)
  return new Map(Object.entries(value).map(([name, held]) => [name.toLowerCase(), held]))
}

function bytes(fields: Fields, name: string): Buffer {
  const value = field(fields, name)
  if (typeof value !== 'string' || !/^(?:0x)?(?:[0-9a-f]{2})+$/i.test(value))
    throw new KeystoreFlaw(`its ${name} is no hex`)
  return Buffer.from(value.replace(/^0x/i, ''), 'hex')
}

function count(fields: Fields, name: string): number {
  const value = field(fields, name)
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new KeystoreFlaw(`its ${name} is no positive whole number`)
  return value
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new KeystoreFlaw('it is no JSON') // without the cause, which quotes the text
  }
}
