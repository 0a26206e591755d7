import type { Snapshot } from '#domain/snapshot'
import type { Address } from '#domain/units'
import type { Market } from './market.ts'
import { type Give, rankWays } from './paths.ts'
import { reachFrom } from './reach.ts'

/** What gas costs in the tokens of a market. */
export interface GasValue {
  /** In the smallest unit of a token, rounded up; `undefined` where nothing prices native in it. */
  in(token: number, gas: bigint): bigint | undefined
}

/** About what a route costs; prices are asked for an amount of this size. */
const typicalGas = 300_000n
/** Wei. Smaller probes would be priced by dust pools. */
const leastProbe = 10n ** 15n
/** Below this many units of a token rounding spoils its price, and a larger probe is tried. */
const enough = 1_000n
const probeGrowth = 1_000n
const mostProbes = 3
/** Pricing is no trade: it may take more hops than the user allows a route. */
const pricingHops = 3

/** Prices gas by exact quotes of a small amount over the best ways from the wrapped native token. */
export function valueGas(
  context: { readonly give: Give; readonly market: Market },
  input: { readonly snapshot: Snapshot; readonly wrapped: Address; readonly tokenOut: number },
): GasValue {
  const { gasPrice } = input.snapshot
  const native = context.market.numbers.get(input.wrapped)
  const prices =
    native === undefined ? new Map<number, Price>() : nativePrices(context, native, input.tokenOut, gasPrice)
  return {
    in(token, gas) {
      const price = prices.get(token)
      return price && (gas * gasPrice * price.gave + price.wei - 1n) / price.wei
    },
  }
}

/** Native wei that were sold to learn a price, and what they gave. */
interface Price {
  readonly wei: bigint
  readonly gave: bigint
}

function nativePrices(
  context: { readonly give: Give; readonly market: Market },
  native: number,
  tokenOut: number,
  gasPrice: bigint,
): Map<number, Price> {
  const reach = reachFrom(context.market, native, pricingHops)
  const prices = new Map<number, Price>()
  const typical = gasPrice * typicalGas
  let wei = typical > leastProbe ? typical : leastProbe
  for (let probes = 0; probes < mostProbes; probes += 1) {
    const { most } = rankWays(context, { reach, amount: wei, keep: 1, inner: 1 })
    for (const [token, gave] of most) if ((prices.get(token)?.gave ?? 0n) < enough) prices.set(token, { wei, gave })
    if ((prices.get(tokenOut)?.gave ?? 0n) >= enough) break
    wei *= probeGrowth
  }
  prices.set(native, { wei: 1n, gave: 1n })
  return prices
}
