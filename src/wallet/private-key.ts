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

/** A new key from `randomBytes`, which must be fit for secrets. One draw in 2^128 is no key and is drawn again. */
export function drawKey({ randomBytes }: { readonly randomBytes: (size: number) => Uint8Array }): Buffer {
  for (;;) {
    const key = Buffer.from(randomBytes(32))
    if (isPrivateKey(key)) return key
  }
}

/** The key that 64 hex digits are, with or without 0x; `undefined` where they are none. */
export function keyFromHex(text: string): Buffer | undefined {
  if (!/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return undefined
  const key = Buffer.from(text.slice(-64), 'hex')
  return isPrivateKey(key) ? key : undefined
}

/**
 * The first account of a BIP-39 phrase (m/44'/60'/0'/0/0, no passphrase), as every common wallet shows it first;
 * `undefined` where a word is unknown or the checksum is wrong.
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
