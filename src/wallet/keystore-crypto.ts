import { createCipheriv, createDecipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Address } from '#domain/units'
import type { Kdf, Keystore } from '#wallet/keystore-format'

/** Cost of each guess for an attacker on new files: 128 MiB and about a third of a second. */
const scryptCost = { n: 2 ** 17, r: 8, p: 1 } as const

const derivePbkdf2 = promisify(pbkdf2)

/**
 * The key in a keystore, or `undefined` for a wrong password. Runs outside the event loop. ethers normalises a password
 * (NFKC) before it uses it, geth and Foundry take the bytes as typed; if the two differ, both are tried.
 */
export async function decryptKey(keystore: Keystore, password: string): Promise<Buffer | undefined> {
  for (const form of new Set([password, password.normalize('NFKC')])) {
    const derived = await derive(keystore.kdf, form)
    try {
      const mac = await computeMac(derived, keystore.ciphertext)
      if (timingSafeEqual(mac, keystore.mac)) return decrypt(derived, keystore)
    } finally {
      derived.fill(0)
    }
  }
  return undefined
}

/** A keystore for `key`. The password is normalised (NFKC), which leaves what people usually type unchanged. */
export async function encryptKey(
  context: { readonly randomBytes: (size: number) => Uint8Array },
  input: { readonly key: Buffer; readonly address: Address; readonly password: string },
): Promise<Keystore & { readonly address: Address }> {
  const kdf: Kdf = { name: 'scrypt', salt: Buffer.from(context.randomBytes(32)), ...scryptCost }
  const iv = Buffer.from(context.randomBytes(16))
  const derived = await derive(kdf, input.password.normalize('NFKC'))
  try {
    const ciphertext = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv).update(input.key)
    return { address: input.address, iv, ciphertext, mac: await computeMac(derived, ciphertext), kdf }
  } finally {
    derived.fill(0)
  }
}

function decrypt(derived: Buffer, { iv, ciphertext }: Keystore): Buffer {
  return createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv).update(ciphertext)
}

async function computeMac(derived: Buffer, ciphertext: Buffer): Promise<Buffer> {
  const { keccak256 } = await import('ethers/crypto')
  const input = Buffer.concat([derived.subarray(16, 32), ciphertext])
  const mac = Buffer.from(keccak256(input).slice(2), 'hex')
  input.fill(0)
  return mac
}

/** 32 bytes: every `dklen` from 32 up begins with the same ones, and no more are used. */
async function derive(kdf: Kdf, password: string): Promise<Buffer> {
  const secret = Buffer.from(password, 'utf8')
  try {
    return kdf.name === 'pbkdf2'
      ? await derivePbkdf2(secret, kdf.salt, kdf.rounds, 32, 'sha256')
      : await deriveScrypt(secret, kdf)
  } finally {
    secret.fill(0)
  }
}

function deriveScrypt(secret: Buffer, { salt, n, r, p }: Extract<Kdf, { name: 'scrypt' }>): Promise<Buffer> {
  const maxmem = 128 * r * (n + p + 2) + 1024
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, { N: n, r, p, maxmem }, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}
