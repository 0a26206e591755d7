import type { QuoteContext } from '#app/context'
import { getPoolLookup } from '#app/quoting/pool-lookup'
import type { SurveyedMarket } from '#app/quoting/survey'
import type { Network } from '#domain/network'
import type { Snapshot } from '#domain/pools/snapshot'
import type { Quote } from '#domain/quotes/quote'
import { type Address, amount } from '#domain/units'

/** What the probe spends, in whole stable tokens: too little to move a price, enough to survive rounding. */
const probeDollars = 10

/**
 * US dollars per whole native, input and output token, from what ten dollars of a stable token buy at this block,
 * directly or through the wrapped native. For display only: an unrounded float that includes the pool's fee.
 */
export function computeUsdPrices(
  context: Pick<QuoteContext, 'protocols'>,
  network: Network,
  { snapshot, sell, buy }: SurveyedMarket,
  [sold, bought]: readonly [Address, Address],
): Quote['usd'] {
  const price = (token: Address, decimals: number) => findUsdPrice(context, { network, snapshot }, token, decimals)
  return {
    native: findNativeUsd(context, network, snapshot),
    sell: price(sold, sell.decimals),
    buy: price(bought, buy.decimals),
  }
}

/** US dollars per whole native; of the token that pays for gas where there is none. */
export function findNativeUsd(
  context: Pick<QuoteContext, 'protocols'>,
  network: Network,
  snapshot: Snapshot,
): number | undefined {
  const { address, decimals } = network.feeToken ?? { address: network.wrapped, decimals: network.native.decimals }
  return findUsdPrice(context, { network, snapshot }, address, decimals)
}

interface NetworkSnapshot {
  readonly network: Network
  readonly snapshot: Snapshot
}

/** US dollars per whole token; `undefined` if no pool trades it for a stable token or the wrapped native. */
export function findUsdPrice(
  context: Pick<QuoteContext, 'protocols'>,
  { network, snapshot }: NetworkSnapshot,
  token: Address,
  decimals: number,
): number | undefined {
  if (network.stables.includes(token)) return 1
  const sell = (from: Address, to: Address, raw: bigint) => getBestOutput(context, snapshot, { from, to, raw })
  for (const stable of network.stables) {
    const stableDecimals = network.tokens.find(({ address }) => address === stable)?.decimals
    if (stableDecimals === undefined) continue
    const spent = BigInt(probeDollars) * 10n ** BigInt(stableDecimals)
    const native = sell(stable, network.wrapped, spent)
    const through = token === network.wrapped ? native : sell(network.wrapped, token, native)
    const direct = sell(stable, token, spent)
    const max = through > direct ? through : direct
    if (max > 0n) return probeDollars / (Number(max) / 10 ** decimals)
  }
  return undefined
}

interface ProbeTrade {
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
}

/** Keyed by list of pools: the probes are the same for all quotes of a warm block. */
const probeCache = new WeakMap<Snapshot['pools'], Map<string, bigint>>()

/** The largest output of a single pool; 0 if none trades the pair. */
function getBestOutput(context: Pick<QuoteContext, 'protocols'>, { pools }: Snapshot, sale: ProbeTrade): bigint {
  const known = probeCache.get(pools) ?? new Map<string, bigint>()
  probeCache.set(pools, known)
  const key = `${sale.from}${sale.to}${sale.raw}`
  const best = known.get(key) ?? computeBestOutput(context, pools, sale)
  known.set(key, best)
  return best
}

function computeBestOutput(
  { protocols }: Pick<QuoteContext, 'protocols'>,
  pools: Snapshot['pools'],
  { from, to, raw }: ProbeTrade,
): bigint {
  let best = 0n
  if (raw <= 0n || from === to) return best
  for (const { pool, state } of getPoolLookup(pools).findByPair(from, to)) {
    const trade = { from: pool.tokens.indexOf(from), to: pool.tokens.indexOf(to), amountIn: amount(raw) }
    const out = protocols.get(pool.venue.protocol)?.amountOut(state, trade) ?? 0n
    if (out > best) best = out
  }
  return best
}
