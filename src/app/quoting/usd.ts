import type { QuoteContext } from '#app/context'
import { indexOf } from '#app/quoting/pool-index'
import type { Seen } from '#app/quoting/survey'
import type { Network } from '#domain/network'
import type { Quote } from '#domain/quote'
import type { Snapshot } from '#domain/snapshot'
import { type Address, amount } from '#domain/units'

/** What the probe spends, in whole stable tokens: little enough to move no price, enough to survive rounding. */
const probe = 10

/**
 * US dollars per whole native, sold and bought token, from what ten dollars of a stable token buy at this block,
 * directly or through the wrapped native. For screens only: a float, rounded nowhere, with the pool's fee inside.
 */
export function usdPrices(
  context: Pick<QuoteContext, 'protocols'>,
  network: Network,
  { snapshot, sell, buy }: Seen,
  [sold, bought]: readonly [Address, Address],
): Quote['usd'] {
  const price = (token: Address, decimals: number) => usdOf(context, { network, snapshot }, token, decimals)
  return {
    native: price(network.wrapped, network.native.decimals),
    sell: price(sold, sell.decimals),
    buy: price(bought, buy.decimals),
  }
}

interface Where {
  readonly network: Network
  readonly snapshot: Snapshot
}

/** US dollars per whole token; `undefined` where no pool with a stable token, or with the wrapped native, trades it. */
export function usdOf(
  context: Pick<QuoteContext, 'protocols'>,
  { network, snapshot }: Where,
  token: Address,
  decimals: number,
): number | undefined {
  if (network.stables.includes(token)) return 1
  const sell = (from: Address, to: Address, raw: bigint) => bestDirect(context, snapshot, { from, to, raw })
  for (const stable of network.stables) {
    const stableDecimals = network.tokens.find(({ address }) => address === stable)?.decimals
    if (stableDecimals === undefined) continue
    const spent = BigInt(probe) * 10n ** BigInt(stableDecimals)
    const native = sell(stable, network.wrapped, spent)
    const through = token === network.wrapped ? native : sell(network.wrapped, token, native)
    const direct = sell(stable, token, spent)
    const most = through > direct ? through : direct
    if (most > 0n) return probe / (Number(most) / 10 ** decimals)
  }
  return undefined
}

interface Sale {
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
}

/** By list of pools: the probes are the same for all quotes of a warm block. */
const probed = new WeakMap<Snapshot['pools'], Map<string, bigint>>()

/** The most one pool gives, 0 where none trades the pair. */
function bestDirect(context: Pick<QuoteContext, 'protocols'>, { pools }: Snapshot, sale: Sale): bigint {
  const known = probed.get(pools) ?? new Map<string, bigint>()
  probed.set(pools, known)
  const key = `${sale.from}${sale.to}${sale.raw}`
  const best = known.get(key) ?? mostOf(context, pools, sale)
  known.set(key, best)
  return best
}

function mostOf(
  { protocols }: Pick<QuoteContext, 'protocols'>,
  pools: Snapshot['pools'],
  { from, to, raw }: Sale,
): bigint {
  let best = 0n
  if (raw <= 0n || from === to) return best
  for (const { pool, state } of indexOf(pools).trading(from, to)) {
    const trade = { from: pool.tokens.indexOf(from), to: pool.tokens.indexOf(to), amountIn: amount(raw) }
    const out = protocols.get(pool.venue.protocol)?.amountOut(state, trade) ?? 0n
    if (out > best) best = out
  }
  return best
}
