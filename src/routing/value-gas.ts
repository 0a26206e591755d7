import type { Snapshot } from '#domain/snapshot'
import type { Address } from '#domain/units'
import { exactOutput } from './exact.ts'
import type { Market } from './market.ts'
import { type Give, rankWays, type Way } from './paths.ts'
import { reachFrom } from './reach.ts'

/** What gas costs in the tokens of a market. */
export interface GasValue {
  /** About, in the smallest unit of a token; `undefined` where nothing prices native in it. */
  in(token: number, gas: number): number | undefined
  /** In the smallest unit of the bought token, rounded up; `undefined` where nothing prices native in it. */
  exactly(gas: bigint): bigint | undefined
}

/** About what a route costs; prices are asked for an amount of this size. */
const typicalGas = 300_000
/** Wei. Smaller probes would be priced by dust pools. */
const leastProbe = 1e15
/** Below this many units of a token rounding spoils its price, and a larger probe is tried. */
const enough = 1_000
const probeGrowth = 1_000
const mostProbes = 3
/** Pricing is no trade: it may take more hops than the user allows a route. */
const pricingHops = 3

/** Prices gas by quotes of a small amount over the best ways from the wrapped native token. */
export function valueGas(
  context: { readonly give: Give; readonly market: Market },
  input: { readonly snapshot: Snapshot; readonly wrapped: Address; readonly tokenOut: number },
): GasValue {
  const { gasPrice } = input.snapshot
  const native = context.market.numbers.get(input.wrapped)
  const prices =
    native === undefined ? new Map<number, Price>() : nativePrices(context, native, input.tokenOut, Number(gasPrice))
  const final = prices.get(input.tokenOut)
  const wei = BigInt(final?.wei ?? 0)
  const gave = final === undefined ? 0n : exactOutput(final.way, wei)
  return {
    in(token, gas) {
      const price = prices.get(token)
      return price && (gas * Number(gasPrice) * price.gave) / price.wei
    },
    exactly: (gas) => (gave === 0n ? undefined : (gas * gasPrice * gave + wei - 1n) / wei),
  }
}

/** Native wei that are sold to learn a price, what they give, and over which way. */
interface Price {
  readonly wei: number
  readonly gave: number
  readonly way: Way
}

function nativePrices(
  context: { readonly give: Give; readonly market: Market },
  native: number,
  tokenOut: number,
  gasPrice: number,
): Map<number, Price> {
  const reach = reachFrom(context.market, native, pricingHops)
  const prices = new Map<number, Price>()
  let wei = Math.max(gasPrice * typicalGas, leastProbe)
  for (let probes = 0; probes < mostProbes; probes += 1) {
    const { reached } = rankWays(context, { reach, amount: wei, keep: 1, inner: 1 })
    for (const [token, { way, amountOut }] of reached)
      if ((prices.get(token)?.gave ?? 0) < enough) prices.set(token, { wei, gave: amountOut, way })
    if ((prices.get(tokenOut)?.gave ?? 0) >= enough) break
    wei *= probeGrowth
  }
  prices.set(native, { wei: 1, gave: 1, way: [] })
  return prices
}
