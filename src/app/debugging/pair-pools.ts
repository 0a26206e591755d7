import type { QuoteContext } from '#app/context'
import { survey, toWrapped } from '#app/quoting/survey'
import type { Chain } from '#domain/chain/port'
import {
  type DepthPoint,
  type DepthStep,
  depthShares,
  type PairPool,
  type PairPools,
  type PairQuery,
} from '#domain/debugging/pair-pools'
import { fail } from '#domain/errors'
import type { Protocols } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import { type AnyQuoteRequest, defaultTerms } from '#domain/quotes/quote'
import { type Address, amount, ppm } from '#domain/units'
import { createPoolPrices, type PoolPriceLookup } from '#routing/explain/pool-prices'

/** Steps on each side of the depth of all pools together. */
const curveSteps = 20

interface Pair {
  readonly base: Address
  readonly quote: Address
}

/**
 * The pools between two tokens, each with its state, prices and depth. Pools that were read too narrowly for the largest
 * step are read again.
 * @throws `SAME_TOKEN`; what a survey throws
 */
export async function listPairPools(
  context: QuoteContext,
  chain: Chain,
  { base, quote, block, network }: PairQuery,
): Promise<PairPools> {
  const pair = { base: toWrapped(chain.network, base), quote: toWrapped(chain.network, quote) }
  if (pair.base === pair.quote) throw fail('SAME_TOKEN', { token: base })
  const request: AnyQuoteRequest = {
    network,
    sell: base,
    buy: quote,
    sellAmount: amount(1n),
    slippage: ppm(0),
    ...defaultTerms,
    ...(block === undefined ? {} : { block }),
  }
  const sources = { chain, index: context.index, contracts: context.contracts }
  const isOfPair = ({ pool }: Pick<LivePool, 'pool'>) =>
    pool.tokens.includes(pair.base) && pool.tokens.includes(pair.quote)
  let seen = await survey(sources, request)
  let pools = describePools(context.protocols, seen.snapshot.pools.filter(isOfPair), pair)
  const narrow = pools.filter(({ down, up }) => [...down, ...up].some(({ isComplete }) => !isComplete))
  if (narrow.length > 0) {
    seen = await survey(sources, request, {
      block: seen.snapshot.block.number,
      widen: narrow.map(({ pool }) => pool),
    })
    pools = describePools(context.protocols, seen.snapshot.pools.filter(isOfPair), pair)
  }
  const { snapshot } = seen
  const depths = createPoolPrices(context, snapshot.pools.filter(isOfPair))
  return {
    block: snapshot.block,
    base: seen.sell,
    quote: seen.buy,
    pools: pools.toSorted((a, b) => depthOf(b) - depthOf(a)),
    skipped: (snapshot.skipped ?? []).filter(isOfPair),
    ...accumulateDepth(depths, pools, pair),
  }
}

const depthOf = ({ down }: PairPool): number => Number(down.at(-1)?.amountIn ?? -1n)

function describePools(protocols: Protocols, pools: readonly LivePool[], { base, quote }: Pair): readonly PairPool[] {
  const depths = createPoolPrices({ protocols }, pools)
  return pools.map((live) => {
    const { pool, state } = live
    const sale = depths({ pool, tokenIn: base, tokenOut: quote })
    const purchase = depths({ pool, tokenIn: quote, tokenOut: base })
    const [a, b] = [pool.tokens.indexOf(base), pool.tokens.indexOf(quote)]
    const steps = (depth: typeof sale, factorOf: (share: number) => number, from: number, to: number) =>
      depthShares.flatMap((share): readonly DepthStep[] => {
        if (depth === undefined) return []
        const { amountIn: x, isComplete } = depth.fillTo(depth.afterFee * factorOf(share / 1e6))
        const amountIn = amount(BigInt(Math.floor(x)))
        const amountOut =
          amountIn === 0n ? amount(0n) : protocols.get(pool.venue.protocol)?.amountOut(state, { from, to, amountIn })
        return [{ share, amountIn, amountOut, isComplete }]
      })
    return {
      pool,
      state,
      bid: sale?.afterFee,
      ask: purchase && 1 / purchase.afterFee,
      down: steps(sale, (share) => 1 - share, a, b),
      up: steps(purchase, (share) => 1 / (1 + share), b, a),
    }
  })
}

/** Sold or bought at prices, fees included, down or up to each step. */
function accumulateDepth(
  depths: PoolPriceLookup,
  pools: readonly PairPool[],
  { base, quote }: Pair,
): Pick<PairPools, 'middle' | 'depth'> {
  const bids = pools.flatMap(({ bid }) => bid ?? [])
  const asks = pools.flatMap(({ ask }) => ask ?? [])
  if (bids.length === 0 || asks.length === 0) return { middle: undefined, depth: [] }
  const middle = Math.sqrt(Math.max(...bids) * Math.min(...asks))
  const widest = (depthShares.at(-1) ?? 0) / 1e6
  const at = (share: number): DepthPoint => {
    const sum = pools.reduce((total, { pool }) => {
      if (share < 0) {
        const filled = depths({ pool, tokenIn: base, tokenOut: quote })?.fillTo(middle * (1 + share))
        return total + (filled?.amountIn ?? 0)
      }
      const filled = depths({ pool, tokenIn: quote, tokenOut: base })?.fillTo(1 / (middle * (1 + share)))
      return total + (filled?.amountOut ?? 0)
    }, 0)
    return { share, amount: sum }
  }
  const steps = Array.from({ length: 2 * curveSteps + 1 }, (_, i) => (widest * (i - curveSteps)) / curveSteps)
  return { middle, depth: steps.map(at) }
}
