/** A second signature of a transaction, as another tool makes it whose randomness differs: other bytes, another hash. */
import { SigningKey, Transaction } from 'ethers'
import type { SignedTransaction } from '#domain/trade/offline'
import { hex } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const modulo = (n: bigint): bigint => ((n % order) + order) % order
const toHex = (n: bigint): string => `0x${n.toString(16).padStart(64, '0')}`

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let [square, rest] = [base, exponent]; rest > 0n; [square, rest] = [modulo(square * square), rest >> 1n])
    if (rest & 1n) result = modulo(result * square)
  return result
}

/** @param random the secret number of the signature, which the program derives from the transaction instead */
export function signAgain(signed: SignedTransaction, random = 7n): SignedTransaction {
  const transaction = Transaction.from(signed.raw)
  const account = devAccounts.find(({ address }) => address === signed.unsigned.payload.from)
  if (account === undefined) throw new Error('not a sandbox account')
  const point = SigningKey.computePublicKey(toHex(random))
  const [x, y] = [BigInt(`0x${point.slice(4, 68)}`), BigInt(`0x${point.slice(68)}`)]
  const r = modulo(x)
  const s = modulo(power(random, order - 2n) * (BigInt(transaction.unsignedHash) + r * BigInt(account.key)))
  const isHigh = s > order / 2n
  const parity = Number(y & 1n) ^ Number(isHigh)
  const again = transaction.clone()
  again.signature = { r: toHex(r), s: toHex(isHigh ? order - s : s), yParity: parity === 0 ? 0 : 1 }
  if (again.from?.toLowerCase() !== account.address || again.hash === null) throw new Error('not its signature')
  return { unsigned: signed.unsigned, raw: hex(again.serialized), hash: hex(again.hash) }
}
