/** The least slippage that survives what the pools of a route have done lately. */
import type { QuoteContext } from '#app/context'
import { createOwnView } from '#app/own-view'
import { getPoolLookup } from '#app/quoting/pool-lookup'
import type { OwnView } from '#app/trade/checks/fair-quote'
import type { Chain } from '#domain/chain/port'
import { fail, SwapError } from '#domain/errors'
import type { Protocols } from '#domain/pools/protocol'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import type { AnyQuoteRequest, RecentMoves } from '#domain/quotes/quote'
import { type Route, wholeShare } from '#domain/quotes/route'
import { type Address, amount, type Ppm, ppm } from '#domain/units'

/** About as long as a swap waits for its block. */
const windowSeconds = 100
/** Blocks between which the pools' moves are compared, besides the quote's own. */
const pastSamples = 5
/** Nodes that keep no history have the states of 128 blocks. */
const maxBlocksBack = 120
/** A move a quarter larger than the last ones, and one hundredth of a per cent. */
const [margin, addend] = [1.25, 100]
/** 0.03 %: with less, one swap of anyone in these pools would make it fail. */
const minSlippage = 300

/**
 * What the trade would have brought at some of the last blocks: over the pools of the route that is best now, and over the
 * best route then. The first are often those that moved least, so the larger move of the two counts.
 * @returns the moves, and the slippage that covers a larger one, rounded up, at most 1
 * @throws `PAST_UNKNOWN` if no endpoint has any of those states; what a quote throws
 */
export async function measureMoves(
  context: QuoteContext,
  question: AnyQuoteRequest,
): Promise<{ readonly slippage: Ppm; readonly moves: RecentMoves }> {
  const view = createOwnView(context)
  const terms = { ...question, slippage: ppm(0) }
  const { route, block } = await view.quote(terms)
  const chain = await context.chain(question.network)
  const past = await Promise.all(
    listPastBlocks(chain, block.number).map((at) => fetchPast({ ...context, view }, { chain, route, terms, at })),
  )
  const known = past.flatMap((sample) => (sample === undefined ? [] : [sample]))
  if (known.length === 0) throw fail('PAST_UNKNOWN', { network: question.network })
  const now = Number(route.amountOut)
  const byRoute = known.flatMap(({ byRoute: out }) => (out === undefined ? [] : [out]))
  const moved = Math.max(findMove([now, ...byRoute]), findMove([now, ...known.map(({ best }) => best)]))
  const seconds = block.time - Math.min(...known.map(({ time }) => time))
  return {
    slippage: ppm(Math.min(1_000_000, Math.max(minSlippage, Math.ceil(moved * margin) + addend))),
    moves: { moved: ppm(moved), seconds, samples: known.length + 1 },
  }
}

/** The largest move between two outputs, in parts per million of the larger one, rounded up. */
function findMove(outputs: readonly number[]): number {
  const [low, high] = [Math.min(...outputs), Math.max(...outputs)]
  return Math.ceil(((high - low) / high) * 1_000_000)
}

/** Evenly spread over the window, newest first; none before the chain's first block. */
export function listPastBlocks({ network }: Pick<Chain, 'network'>, head: number): readonly number[] {
  const back = Math.min(maxBlocksBack, Math.ceil((windowSeconds * 1_000) / network.blockTimeMs), head - 1)
  const steps = Array.from({ length: pastSamples }, (_, i) => Math.round((back * (i + 1)) / pastSamples))
  return [...new Set(steps)].filter((step) => step > 0).map((step) => head - step)
}

interface Sample {
  /** Over the pools of today's route; `undefined` if one of them could not take its part. */
  readonly byRoute: number | undefined
  readonly best: number
  readonly time: number
}

interface PastQuestion {
  readonly chain: Chain
  readonly route: Route
  readonly terms: AnyQuoteRequest
  readonly at: number
}

/** `undefined` if no endpoint has the states of this block, or if there was no route. */
async function fetchPast(
  { protocols, view }: Pick<QuoteContext, 'protocols'> & { readonly view: OwnView },
  { chain, route, terms, at }: PastQuestion,
): Promise<Sample | undefined> {
  const pools = [...new Map(route.legs.map(({ pool }) => [pool.address, pool])).values()]
  try {
    const [{ snapshot }, best] = await Promise.all([
      chain.refreshStates({ pools, wider: [], at }),
      view.quote({ ...terms, block: at }),
    ])
    const out = replayRoute(protocols, snapshot, route)
    const byRoute = out === undefined ? undefined : Number(out)
    return { byRoute, best: Number(best.route.amountOut), time: snapshot.block.time }
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return undefined
  }
}

/** What a route brings over other states of its pools, as the router would execute it. */
export function replayRoute(
  protocols: Protocols,
  { pools }: Pick<Snapshot, 'pools'>,
  { tokenIn, tokenOut, amountIn, legs }: Route,
): bigint | undefined {
  const { stateOf } = getPoolLookup(pools as readonly LivePool[])
  const held = new Map<Address, bigint>([[tokenIn, amountIn]])
  for (const leg of legs) {
    const balance = held.get(leg.tokenIn) ?? 0n
    const spent = leg.share32 === wholeShare ? balance : (balance * BigInt(leg.share32)) / BigInt(wholeShare)
    const { pool } = leg
    const trade = {
      from: pool.tokens.indexOf(leg.tokenIn),
      to: pool.tokens.indexOf(leg.tokenOut),
      amountIn: amount(spent),
    }
    const state = stateOf(pool.address)
    const out = state === undefined ? undefined : protocols.get(pool.venue.protocol)?.amountOut(state, trade)
    if (out === undefined || out <= 0n) return undefined
    held.set(leg.tokenIn, balance - spent)
    held.set(leg.tokenOut, (held.get(leg.tokenOut) ?? 0n) + out)
  }
  return held.get(tokenOut)
}
