import type { TransactionLike } from 'ethers'
import type { TransactionProof } from '#domain/chain/chain-evidence'
import { evm, hex } from '#domain/units'

/** EIP-2718 types whose hash and signature are computed here; chains have others of their own. */
const knownTypes = new Set([0, 1, 2, 3, 4])

/**
 * The hash and the signer of a transaction, computed from its fields as JSON-RPC names them: a node can invent fields, but
 * none that give the same hash.
 * @param isSandbox the chain is a local one, whose node sends transactions of accounts without their keys, marked by a
 *   signature of zeros; their own hash and sender are then returned as they are
 * @returns `undefined` for a type that is not known here, which proves nothing
 * @throws RangeError if the fields are no signed transaction of this chain
 */
export async function proveTransaction(
  fields: unknown,
  chainId: number,
  isSandbox: boolean,
): Promise<TransactionProof | undefined> {
  if (typeof fields !== 'object' || fields === null) throw new RangeError('no transaction')
  const type = Number(Reflect.get(fields, 'type') ?? 0)
  if (!knownTypes.has(type)) return undefined
  if (isSandbox && Reflect.get(fields, 'r') === '0x0' && Reflect.get(fields, 's') === '0x0') {
    const [hash, from] = ['hash', 'from'].map((name) => String(Reflect.get(fields, name)))
    return { hash: hex(hash ?? ''), from: evm(from ?? '') }
  }
  const { Transaction } = await import('ethers/transaction')
  try {
    const { hash, from, chainId: signedFor } = Transaction.from(await toTransaction(fields, type))
    if (hash === null || from === null) throw new RangeError('it has no signature')
    // A legacy one from before EIP-155 is of any chain.
    if (signedFor !== 0n && signedFor !== BigInt(chainId)) throw new RangeError(`it is of chain ${signedFor}`)
    return { hash: hex(hash), from: evm(from) }
  } catch (cause) {
    throw new RangeError('its fields are not those of a signed transaction', { cause })
  }
}

async function toTransaction(fields: object, type: number): Promise<TransactionLike<string>> {
  const { Signature } = await import('ethers/crypto')
  const at = (name: string): unknown => Reflect.get(fields, name) ?? undefined
  const signature = Signature.from(toSignature(fields) as never)
  const named = {
    ...{ type, nonce: Number(at('nonce')), to: at('to') ?? null, data: at('input'), value: at('value') },
    ...{ gasLimit: at('gas'), signature },
    chainId: type === 0 ? (signature.legacyChainId ?? 0n) : at('chainId'),
    ...(type < 2
      ? { gasPrice: at('gasPrice') }
      : { maxFeePerGas: at('maxFeePerGas'), maxPriorityFeePerGas: at('maxPriorityFeePerGas') }),
    ...(type === 0 ? {} : { accessList: at('accessList') ?? [] }),
    ...(type === 3 ? { maxFeePerBlobGas: at('maxFeePerBlobGas'), blobVersionedHashes: at('blobVersionedHashes') } : {}),
    ...(type === 4 ? { authorizationList: toAuthorizations(at('authorizationList')) } : {}),
  }
  return named as TransactionLike<string>
}

/** `yParity` is what new nodes show beside `v`, and some instead of it. */
function toSignature(fields: object): object {
  const [r, s, v, yParity] = ['r', 's', 'v', 'yParity'].map((name) => Reflect.get(fields, name))
  const word = (one: unknown): string =>
    `0x${BigInt(one as string)
      .toString(16)
      .padStart(64, '0')}`
  return { r: word(r), s: word(s), v: v === undefined ? Number(yParity) : BigInt(v) }
}

function toAuthorizations(list: unknown): readonly object[] {
  if (!Array.isArray(list)) throw new RangeError('no authorizations')
  return list.map((one: object) => {
    const [address, nonce, chainId] = ['address', 'nonce', 'chainId'].map((name) => Reflect.get(one, name))
    return { address, nonce: BigInt(nonce), chainId: BigInt(chainId), signature: toSignature(one) }
  })
}
