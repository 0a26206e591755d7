import type { Snapshot } from '#domain/snapshot'
import type { Address } from '#domain/units'
import type { Market } from './market.ts'
import { type Give, rankWays } from './paths.ts'
import { reachOf } from './reach.ts'

/** What gas costs, in the smallest unit of the bought token. `undefined` where nothing prices native in it. */
export interface GasValue {
  /** Rounded up. */
  of(gas: bigint): bigint
  /** Native wei that were sold to learn the price, and what they gave. */
  readonly price: { readonly wei: bigint; readonly gave: bigint }
}

/** About what a route costs; the price is asked for an amount of this size. */
const typicalGas = 300_000n
/** Smaller probes would be priced by dust pools. */
const leastProbe = 10n ** 15n
/** Below this many units of the bought token rounding spoils the price, and a larger probe is tried. */
const enough = 1_000n
const largestProbe = 10n ** 21n
/** Pricing is no trade: it may take more hops than the user allows a route. */
const pricingHops = 3

/** Prices gas in `tokenOut` by exact quotes of a small amount over the best way from the wrapped native token. */
export function valueGas(
  context: { readonly give: Give; readonly market: Market },
  input: { readonly snapshot: Snapshot; readonly wrapped: Address; readonly tokenOut: Address },
): GasValue | undefined {
  const { gasPrice } = input.snapshot
  if (input.wrapped === input.tokenOut) return priced(gasPrice, 1n, 1n)

  const source = context.market.numbers.get(input.wrapped)
  const target = context.market.numbers.get(input.tokenOut)
  if (source === undefined || target === undefined) return undefined
  const reach = reachOf(context.market, { source, target, maxHops: pricingHops })

  const typical = gasPrice * typicalGas
  let found: GasValue | undefined
  for (let wei = typical > leastProbe ? typical : leastProbe; ; wei *= 100n) {
    const gave = rankWays(context, { reach, amount: wei, keep: 1, inner: 1 }).ways[0]?.amountOut ?? 0n
    if (gave > 0n) found = priced(gasPrice, wei, gave)
    if (gave >= enough || wei > largestProbe) return found
  }
}

function priced(gasPrice: bigint, wei: bigint, gave: bigint): GasValue {
  return { price: { wei, gave }, of: (gas) => (gas * gasPrice * gave + wei - 1n) / wei }
}
