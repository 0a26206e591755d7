import { type Address, evm } from '#domain/units'

/** The order of secp256k1's group, SEC 2 §2.4.1: a private key is 1 … order - 1. */
const order = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex')

export const isPrivateKey = (key: Buffer): boolean =>
  key.length === 32 && key.some((byte) => byte !== 0) && Buffer.compare(key, order) < 0

/** The address that a private key signs for. */
export async function addressOf(key: Buffer): Promise<Address> {
  const { computeAddress } = await import('ethers/transaction')
  return evm(computeAddress(`0x${key.toString('hex')}`))
}

/**
 * A new key from `randomBytes`, which must be cryptographically secure. One draw in 2^128 is not a valid key and is
 * repeated.
 */
export function generateKey({ randomBytes }: { readonly randomBytes: (size: number) => Uint8Array }): Buffer {
  for (;;) {
    const key = Buffer.from(randomBytes(32))
    if (isPrivateKey(key)) return key
  }
}

/** The key in 64 hex digits, with or without 0x; `undefined` if they are not a key. */
export function keyFromHex(text: string): Buffer | undefined {
  if (!/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return undefined
  const key = Buffer.from(text.slice(-64), 'hex')
  return isPrivateKey(key) ? key : undefined
}

/**
 * The first account of a BIP-39 phrase (m/44'/60'/0'/0/0, no passphrase), the one that every common wallet shows first;
 * `undefined` if a word is unknown or the checksum is wrong.
 */
export async function keyFromWords(text: string): Promise<Buffer | undefined> {
  const { HDNodeWallet } = await import('ethers/wallet')
  const words = text.trim().toLowerCase().split(/\s+/).join(' ')
  try {
    return Buffer.from(HDNodeWallet.fromPhrase(words).privateKey.slice(2), 'hex')
  } catch {
    return undefined // the error would quote the phrase
  }
}
