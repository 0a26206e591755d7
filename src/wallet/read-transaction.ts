import { fail } from '#domain/errors'
import type { DecodedTransaction } from '#domain/trade/offline'
import { evm, gas, type Hex, hex, wei } from '#domain/units'

/**
 * Decodes signed bytes; `from` is the account that the signature proves.
 * @throws `VALIDATION_FAILED` if they are not one signed transaction of type 0 (EIP-155) or 2 with a recipient
 */
export async function readTransaction(raw: Hex): Promise<DecodedTransaction> {
  const { Transaction } = await import('ethers/transaction')
  try {
    const read = Transaction.from(raw)
    const { from, to, data, value, gasLimit, nonce, chainId, type, hash } = read
    const isPlain = (read.accessList ?? []).length === 0 && read.authorizationList === null
    if (from === null || to === null || hash === null || chainId === 0n || !isPlain || read.serialized !== raw)
      throw new RangeError('it is of another kind')
    const call = { from: evm(from), to: evm(to), data: hex(data), value: wei(value), gasLimit: gas(gasLimit) }
    return { payload: { ...call, chainId: Number(chainId), fees: readFees(type, read) }, nonce, hash: hex(hash) }
  } catch (cause) {
    throw fail('VALIDATION_FAILED', { reason: 'these are not the bytes of a signed transaction' }, { cause })
  }
}

interface OfferedFees {
  readonly maxFeePerGas: bigint | null
  readonly maxPriorityFeePerGas: bigint | null
  readonly gasPrice: bigint | null
}

function readFees(type: number | null, fees: OfferedFees): DecodedTransaction['payload']['fees'] {
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice } = fees
  if (type === 2 && maxFeePerGas !== null && maxPriorityFeePerGas !== null)
    return { type, maxFeePerGas: wei(maxFeePerGas), maxPriorityFeePerGas: wei(maxPriorityFeePerGas) }
  if (type === 0 && gasPrice !== null) return { type, gasPrice: wei(gasPrice) }
  throw new RangeError(`type ${type}`)
}
