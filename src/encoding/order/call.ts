import { type SwapTypedData, swapType } from '#domain/api/typed-data'
import { requestLimits } from '#domain/quotes/quote'
import { evm, type Hex, hex, nativeToken } from '#domain/units'
import { decodeCall, encodeCall } from '#encoding/call-bytes'
import { routerSelectors } from '#encoding/contracts/router.gen'
import { decodeRoute, decodeWrapped, fitsTokens } from '#encoding/swap/route-bytes'
import { unpackPermit } from '#encoding/tokens/permit'
import { decodeAddress } from '#encoding/words'
import { encodeOrderWords } from './digest.ts'

/** An order as its filler submits it. */
export interface OrderCall {
  /** Addresses in lower case, numbers as decimals. */
  readonly order: SwapTypedData['message']
  /** As `toOrderSignature` returns it, or whatever the sender's contract reads (EIP-1271). */
  readonly signature: Hex
  /** A signed approval of the input token, packed; none if absent. */
  readonly permit?: Hex | undefined
  /** The packed legs. */
  readonly route: Hex
}

/**
 * The calldata of `fillOrder`.
 * @throws RangeError for an order that the router would always refuse, or whose deadline is no number of seconds of ours
 */
export function encodeOrderCall({ order, signature, permit = hex('0x'), route }: OrderCall): Hex {
  const tails = [signature, permit, route].map((bytes) => bytes.slice(2))
  const data = encodeCall(routerSelectors.fillOrder, { words: encodeOrderWords(order), tails })
  if (decodeOrderCall(data) === undefined) throw new RangeError('the router would refuse this order as it stands')
  return data
}

/**
 * Decodes the calldata of `fillOrder`. The signer is not checked.
 * @returns `undefined` for anything but the exact bytes {@link encodeOrderCall} writes for some order
 */
export function decodeOrderCall(data: Hex): OrderCall | undefined {
  if (data.slice(0, 10) !== routerSelectors.fillOrder) return undefined
  const found = decodeCall(data, { words: swapType.length, tails: 3 })
  const order = found === undefined ? undefined : decodeOrder(found.words)
  if (found === undefined || order === undefined || !isFillable(order)) return undefined
  const [signature, permit, route] = found.tails.map((tail) => hex(`0x${tail}`))
  if (signature === undefined || permit === undefined || route === undefined) return undefined
  if (permit !== '0x' && unpackPermit(permit) === undefined) return undefined
  const native = order.toAsset === nativeToken
  const decoded = decodeRoute(route, native)
  const tokens = { tokenIn: evm(order.fromAsset), tokenOut: evm(order.toAsset) }
  if (decoded === undefined || !fitsTokens(decoded, tokens)) return undefined
  if (native && order.recipient === decodeWrapped(route)) return undefined // the wrapped form would wrap it again, for the router
  return { order, signature, permit: permit === '0x' ? undefined : permit, route }
}

function decodeOrder(words: readonly string[]): OrderCall['order'] | undefined {
  const texts = swapType.map(({ type }, index) => {
    const value = BigInt(`0x${words[index]}`)
    return type === 'address' ? decodeAddress(value) : String(value)
  })
  if (texts.includes(undefined)) return undefined
  return Object.fromEntries(swapType.map(({ name }, index) => [name, texts[index]])) as OrderCall['order']
}

/**
 * True if the router can fill such an order at all, in some state of the chain. It also takes deadlines of 2^53 seconds and
 * more, which no order of ours has and no record can state.
 */
function isFillable(order: OrderCall['order']): boolean {
  const [amountIn, swapFee, affiliateFee] = [order.amountIn, order.swapFee, order.affiliateFee].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  const cost = amountIn + swapFee + affiliateFee
  const sane =
    amountIn > 0n && cost >> 128n === 0n && BigInt(order.amountOutMin) > 0n && BigInt(order.deadline) >> 53n === 0n
  const assets = order.fromAsset !== nativeToken && order.fromAsset !== order.toAsset
  const parties = ![order.sender, order.recipient].includes(nativeToken) && order.recipient !== order.router
  return sane && assets && parties && isFeeAllowed(order, { affiliateFee, cost })
}

function isFeeAllowed({ affiliate, router }: OrderCall['order'], fee: { affiliateFee: bigint; cost: bigint }): boolean {
  if (fee.affiliateFee === 0n) return true
  const nobody: readonly string[] = [nativeToken, router]
  return (
    !nobody.includes(affiliate) && fee.affiliateFee * 1_000_000n <= fee.cost * BigInt(requestLimits.affiliateFeePpm)
  )
}
