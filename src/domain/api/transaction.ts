import type { Checksum } from '#domain/api/plain'
import type { Payload } from '#domain/payload'

/** The HTTP API's transaction: everything a wallet needs for signing except the nonce. */
export function toApiTransaction(payload: Payload, checksum: Checksum) {
  const { fees } = payload
  return {
    from: checksum(payload.from),
    to: checksum(payload.to),
    data: payload.data,
    chainId: payload.chainId,
    type: fees.type,
    gasLimit: String(payload.gasLimit),
    ...(fees.type === 2
      ? { maxFeePerGas: String(fees.maxFeePerGas), maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas) }
      : { gasPrice: String(fees.gasPrice) }),
    value: String(payload.value),
  }
}
