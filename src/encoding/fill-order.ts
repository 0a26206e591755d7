import { type SwapTypedData, swapType } from '#domain/api/typed-data'
import { limits } from '#domain/quote'
import { type Hex, hex, nativeToken } from '#domain/units'
import { decodeCall, encodeCall } from './call-bytes.ts'
import { orderWords } from './order-digest.ts'
import { unpackPermit } from './permit.ts'
import { decodeRoute, wrappedIn } from './route-bytes.ts'
import { routerSelectors } from './router.gen.ts'
import { addressOf } from './words.ts'

/** An order as somebody brings it to the chain. */
export interface OrderCall {
  /** Addresses in lower case, numbers as decimals. */
  readonly order: SwapTypedData['message']
  /** As `orderSignature` spells it, or what the sender's contract reads (EIP-1271). */
  readonly signature: Hex
  /** A signed approval of the sold token, packed; none where absent. */
  readonly permit?: Hex | undefined
  /** The packed legs. */
  readonly route: Hex
}

/** The calldata of `fillOrder`. @throws RangeError for an order that the router would refuse as it stands. */
export function encodeOrderCall({ order, signature, permit = hex('0x'), route }: OrderCall): Hex {
  const tails = [signature, permit, route].map((bytes) => bytes.slice(2))
  const data = encodeCall(routerSelectors.fillOrder, { words: orderWords(order), tails })
  if (decodeOrderCall(data) === undefined) throw new RangeError('the router would refuse this order as it stands')
  return data
}

/**
 * Reads the calldata of `fillOrder` back. Who signed it is not asked.
 * @returns `undefined` for anything but the exact bytes {@link encodeOrderCall} writes for some order
 */
export function decodeOrderCall(data: Hex): OrderCall | undefined {
  if (data.slice(0, 10) !== routerSelectors.fillOrder) return undefined
  const found = decodeCall(data, { words: swapType.length, tails: 3 })
  const order = found === undefined ? undefined : orderOf(found.words)
  if (found === undefined || order === undefined || !isPossible(order)) return undefined
  const [signature, permit, route] = found.tails.map((tail) => hex(`0x${tail}`))
  if (signature === undefined || permit === undefined || route === undefined) return undefined
  if (permit !== '0x' && unpackPermit(permit) === undefined) return undefined
  const native = order.toAsset === nativeToken
  if (decodeRoute(route, native) === undefined) return undefined
  if (native && order.recipient === wrappedIn(route)) return undefined // it would be wrapped again for the router
  return { order, signature, permit: permit === '0x' ? undefined : permit, route }
}

function orderOf(words: readonly string[]): OrderCall['order'] | undefined {
  const texts = swapType.map(({ type }, index) => {
    const value = BigInt(`0x${words[index]}`)
    return type === 'address' ? addressOf(value) : String(value)
  })
  if (texts.includes(undefined)) return undefined
  return Object.fromEntries(swapType.map(({ name }, index) => [name, texts[index]])) as OrderCall['order']
}

/** Whether the router carries such orders out at all, whatever the chain's state. */
function isPossible(order: OrderCall['order']): boolean {
  const [amountIn, swapFee, affiliateFee] = [order.amountIn, order.swapFee, order.affiliateFee].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  const cost = amountIn + swapFee + affiliateFee
  const sane = amountIn > 0n && cost >> 128n === 0n && BigInt(order.amountOutMin) > 0n
  const assets = order.fromAsset !== nativeToken && order.fromAsset !== order.toAsset
  const parties = ![order.sender, order.recipient].includes(nativeToken) && order.recipient !== order.router
  return sane && assets && parties && isFeePossible(order, { affiliateFee, cost })
}

function isFeePossible(
  { affiliate, router }: OrderCall['order'],
  fee: { affiliateFee: bigint; cost: bigint },
): boolean {
  if (fee.affiliateFee === 0n) return true
  const nobody: readonly string[] = [nativeToken, router]
  return !nobody.includes(affiliate) && fee.affiliateFee * 1_000_000n <= fee.cost * BigInt(limits.affiliateFeePpm)
}
