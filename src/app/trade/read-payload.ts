import type { ReadLeg, ReadPayload } from '#domain/payload'
import { amount, evm, type Hex, nativeToken, seconds } from '#domain/units'
import { decodeOrderCall } from '#encoding/fill-order'
import { decodeCancel } from '#encoding/nonces'
import { decodeRoute } from '#encoding/route-bytes'
import { decodeRouterCall, touchesNative } from '#encoding/router-call'

/** Reads a payload of our router back; `undefined` for anything that our encoder would not have written. */
export const readPayload = (data: Hex): ReadPayload | undefined => readSwap(data) ?? readOrder(data) ?? readCancel(data)

function readSwap(data: Hex): ReadPayload | undefined {
  const call = decodeRouterCall(data)
  const legs = call && legsOf(call.route, touchesNative(call))
  return call === undefined || legs === undefined ? undefined : { entry: 'swap', call, legs }
}

function readOrder(data: Hex): ReadPayload | undefined {
  const found = decodeOrderCall(data)
  const legs = found && legsOf(found.route, found.order.toAsset === nativeToken)
  if (found === undefined || legs === undefined) return undefined
  const { order, permit, route } = found
  const [swapFee, affiliateFee] = [amount(BigInt(order.swapFee)), amount(BigInt(order.affiliateFee))]
  const call = {
    tokenIn: evm(order.fromAsset),
    tokenOut: evm(order.toAsset),
    amountIn: amount(BigInt(order.amountIn) + swapFee + affiliateFee),
    minimumOut: amount(BigInt(order.amountOutMin)),
    recipient: evm(order.recipient),
    deadline: seconds(Number(order.deadline)),
    affiliate: undefined,
    route,
    permit,
  }
  const affiliate = affiliateFee === 0n ? undefined : { address: evm(order.affiliate), fee: affiliateFee }
  return {
    entry: 'order',
    call,
    order: { sender: evm(order.sender), swapFee, affiliate, nonce: BigInt(order.nonce) },
    legs,
  }
}

function readCancel(data: Hex): ReadPayload | undefined {
  const found = decodeCancel(data)
  if (found === undefined) return undefined
  const bits = Array.from({ length: 256 }, (_, bit) => BigInt(bit)).filter((bit) => (found.mask >> bit) & 1n)
  return { entry: 'cancel', nonces: bits.map((bit) => (found.word << 8n) + bit) }
}

function legsOf(route: Hex, native: boolean): readonly ReadLeg[] | undefined {
  return decodeRoute(route, native)?.legs.map(({ move, pool, zeroForOne, share32, source, destination }) => {
    return { move, pool, zeroForOne, share32, source, destination }
  })
}
