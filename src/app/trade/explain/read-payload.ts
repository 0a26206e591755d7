import type { DecodedPayload, PayloadFrame, PayloadRoute, RouterCall } from '#domain/payload'
import { amount, evm, type Hex, nativeToken, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { decodeOrderCall } from '#encoding/order/call'
import { decodeCancel } from '#encoding/order/nonces'
import { decodeRoute } from '#encoding/swap/route-bytes'
import { decodeRouterCall, hasNativeToken } from '#encoding/swap/router-call'

/**
 * Decodes a payload of our router; `undefined` for anything that our encoder would not have written, and for a transaction
 * that does something else by it, because of what is told around it.
 */
export function readPayload(data: Hex, frame?: PayloadFrame): DecodedPayload | undefined {
  const read = readSwap(data) ?? readOrder(data) ?? readCancel(data)
  return read === undefined || (frame !== undefined && !fits(read, frame)) ? undefined : read
}

function fits(read: DecodedPayload, { to, value, chainId, networks }: PayloadFrame): boolean {
  const possible = networks.filter((network) => chainId === undefined || network.chainId === chainId)
  if (chainId !== undefined && possible.length === 0) return false
  if (to !== undefined && !possible.some((network) => getRouter(network).address === to)) return false
  return value === undefined || value === nativeValueOf(read)
}

const nativeValueOf = (read: DecodedPayload): bigint =>
  read.entry === 'swap' && read.call.tokenIn === nativeToken ? read.call.amountIn : 0n

function readSwap(data: Hex): DecodedPayload | undefined {
  const call = decodeRouterCall(data)
  const route = call && decodePayloadRoute(call)
  return call === undefined || route === undefined ? undefined : { entry: 'swap', call, ...route }
}

function readOrder(data: Hex): DecodedPayload | undefined {
  const found = decodeOrderCall(data)
  if (found === undefined) return undefined
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
  const read = decodePayloadRoute(call)
  if (read === undefined) return undefined
  return {
    entry: 'order',
    call,
    order: { sender: evm(order.sender), swapFee, affiliate, nonce: BigInt(order.nonce) },
    throughRouter: true,
    legs: read.legs,
  }
}

function readCancel(data: Hex): DecodedPayload | undefined {
  const found = decodeCancel(data)
  if (found === undefined) return undefined
  const bits = Array.from({ length: 256 }, (_, bit) => BigInt(bit)).filter((bit) => (found.mask >> bit) & 1n)
  return { entry: 'cancel', nonces: bits.map((bit) => (found.word << 8n) + bit) }
}

function decodePayloadRoute({ tokenIn, tokenOut, route }: RouterCall): PayloadRoute | undefined {
  const decoded = decodeRoute(route, hasNativeToken({ tokenIn, tokenOut }))
  if (decoded === undefined) return undefined
  return {
    throughRouter: decoded.throughRouter || tokenOut === nativeToken,
    legs: decoded.legs.map(({ move, pool, zeroForOne, share32, source, destination }) => {
      return { move, pool, zeroForOne, share32, source, destination }
    }),
  }
}
