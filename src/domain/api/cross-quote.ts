/** The HTTP API's quote of a swap to another network: that of a quote on one, with the bridge and what failures end in. */
import { toApiPermit } from '#domain/api/permit'
import { type Checksum, formatFraction, formatTime, formatUsd, nativeDecimals } from '#domain/api/plain'
import type { CrossTypedData, Permit2TypedData } from '#domain/crossing/cross-order'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { nativeToken, ppm } from '#domain/units'

/** @param order what the sender of a gasless quote signs */
export function toApiCrossQuote(
  quote: CrossQuote,
  order: CrossTypedData | Permit2TypedData | undefined,
  checksum: Checksum,
) {
  const { request, bridge, usd } = quote
  const amountOut = String(quote.amountOut)
  return {
    id: quote.id,
    'quote-id': quote.id,
    amountOut,
    toTokenAmount: amountOut,
    amountOutMin: String(quote.minimumOut),
    targetAddress: checksum(quote.crossing),
    fees: toFees(quote, checksum),
    resourceEstimate: { gasLimit: String(quote.gasLimit) },
    ...(order === undefined ? {} : { gasless: true, ...toOrderBody(quote, order, checksum) }),
    network: request.network,
    fromNetwork: request.network,
    toNetwork: request.toNetwork,
    sellAmount: String(request.sellAmount),
    priceImpact: toImpact(quote),
    fromAmountUsd: formatUsd(request.sellAmount, quote.sell.decimals, usd.sell) ?? null,
    toAmountUsd: formatUsd(quote.amountOut, quote.buy.decimals, usd.buy) ?? null,
    createdAt: formatTime(quote.createdAt),
    expiresAt: formatTime(quote.expiresAt),
    bridge: {
      name: bridge.name,
      intermediaryFromToken: checksum(bridge.asset.address),
      intermediaryToToken: checksum(bridge.toAsset.address),
      amountIn: String(bridge.deposited),
      amountOut: String(bridge.paid),
      estimatedSeconds: bridge.usualSeconds,
    },
    calls: {
      route: quote.calls.route,
      destination: { gasLimit: String(quote.calls.arrival.gas), route: quote.calls.arrival.route },
    },
    onFailure: quote.onFailure.map((one) => ({
      failure: one.failure,
      token: checksum(one.asset),
      network: one.network,
      owner: checksum(one.owner),
      from: one.from === 0 ? null : formatTime(one.from),
      automatic: one.isAutomatic,
    })),
    warnings: quote.warnings.map(({ message }) => message),
  }
}

/** With the primary type, which some signers find themselves and others are told. */
function toOrderBody({ gasless }: CrossQuote, order: CrossTypedData | Permit2TypedData, checksum: Checksum) {
  const { types, domain, primaryType, message } = order
  return {
    typedData: {
      types,
      domain: { ...domain, verifyingContract: checksum(domain.verifyingContract) },
      primaryType,
      message,
    },
    permit: toApiPermit(gasless?.permit, checksum),
  }
}

/** The sum of both swaps' impacts; null if one of them is unknown. */
function toImpact({ legIn, legOut }: CrossQuote): string | null {
  const impacts = [legIn, legOut].flatMap((leg) => (leg === undefined ? [] : [leg.priceImpact]))
  if (impacts.includes(undefined)) return null
  return formatFraction(ppm(impacts.reduce<number>((sum, impact) => sum + (impact ?? 0), 0)))
}

/**
 * The gas here, and what is charged for bytes besides, then what the bridge keeps, in units of the token that it pays, and
 * what its message costs, if it sends one.
 * Of a gasless quote the relayer pays the gas, and takes its own fee from the input.
 */
function toFees(quote: CrossQuote, checksum: Checksum) {
  const { sell, legIn, legOut, bridge, gasPrice, l1Fee, gasLimit, usd, gasless } = quote
  const cost = (legIn?.route.gas ?? 0n) * gasPrice
  const gas = cost === 0n ? gasLimit * gasPrice : cost
  const scale = bridge.toAsset.decimals - bridge.asset.decimals
  const worth = scale < 0 ? bridge.deposited / 10n ** BigInt(-scale) : bridge.deposited * 10n ** BigInt(scale)
  const kept = worth > bridge.paid ? worth - bridge.paid : 0n
  return [
    toNativeFee('gas', gas, usd.native),
    ...(l1Fee === undefined ? [] : [toNativeFee('l1', l1Fee, usd.native)]),
    {
      type: 'bridge',
      value: formatUsd(kept, bridge.toAsset.decimals, legOut?.usd.sell ?? legIn?.usd.buy) ?? '0',
      amount: String(kept),
      token: checksum(bridge.toAsset.address),
    },
    ...(bridge.value === 0n ? [] : [toNativeFee('message', bridge.value, usd.native)]),
    ...(gasless === undefined
      ? []
      : [
          {
            type: 'relayer',
            value: formatUsd(gasless.swapFee, sell.decimals, usd.sell) ?? '0',
            amount: String(gasless.swapFee),
            token: checksum(sell.address),
          },
        ]),
  ]
}

const toNativeFee = (type: string, cost: bigint, usd: number | undefined) => ({
  type,
  value: formatUsd(cost, nativeDecimals, usd) ?? '0',
  amount: String(cost),
  token: nativeToken,
})
