import { formatTime } from '#domain/api/plain'
import type { DecodedOrder, DecodedPayload } from '#domain/payload'
import { checksum } from '#text/checksum'

/** A payload of our router as JSON shows it. */
export function readPayloadView(read: DecodedPayload) {
  if (read.entry === 'cancel') return { entry: read.entry, nonces: read.nonces.map(String) }
  const { entry, call, throughRouter, legs } = read
  return {
    entry,
    sell: checksum(call.tokenIn),
    buy: checksum(call.tokenOut),
    sellAmount: String(call.amountIn),
    minimumOut: String(call.minimumOut),
    recipient: checksum(call.recipient),
    deadline: formatTime(call.deadline),
    affiliate:
      call.affiliate === undefined ? null : { address: checksum(call.affiliate.address), feePpm: call.affiliate.fee },
    permit: call.permit !== undefined,
    throughRouter,
    ...(entry === 'order' ? { order: orderView(read.order) } : {}),
    legs: legs.map((leg) => ({ ...leg, pool: checksum(leg.pool) })),
  }
}

const orderView = ({ sender, swapFee, affiliate, nonce }: DecodedOrder) => ({
  sender: checksum(sender),
  swapFee: String(swapFee),
  affiliate: affiliate === undefined ? null : { address: checksum(affiliate.address), fee: String(affiliate.fee) },
  nonce: String(nonce),
})
