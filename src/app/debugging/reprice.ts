import type { QuoteContext } from '#app/context'
import { priceAt } from '#app/debugging/record'
import { evaluateRecorded, guard, guardReads, requireReplayable, selectFamilies } from '#app/debugging/replay'
import { getPoolLookup, toPoolTrade } from '#app/quoting/pool-lookup'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { LegMove, Repricing } from '#domain/debugging/debugging'
import { isFailure } from '#domain/errors'
import type { Protocols } from '#domain/pools/protocol'
import { isSameState } from '#domain/pools/same-state'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import { computeMinimumOut } from '#domain/quotes/minimum-out'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import type { Leg } from '#domain/quotes/route'

/**
 * A recorded request on the chain's states of a block, and what moved since it was recorded, pool by pool.
 * @throws `BUNDLE_INCOMPLETE`, `BUNDLE_INVALID`; what a quote throws, but `NO_ROUTE` is a result
 */
export async function repriceBundle(
  context: QuoteContext,
  bundle: QuoteBundle,
  block: number | undefined,
): Promise<Repricing> {
  const { market, quote } = requireReplayable(bundle)
  const chain = await context.chain(bundle.network)
  const { block: _, ...terms } = bundle.request
  const question: AnyQuoteRequest = block === undefined ? terms : { ...terms, block }
  const { snapshot, route } = await readMarket(context, { chain, question, bundle })
  const families = selectFamilies({ protocols: context.protocols }, bundle)
  return {
    block: snapshot.block.number,
    seconds: snapshot.block.time - market.snapshot.block.time,
    evaluated: evaluateRecorded(context, bundle, snapshot),
    found: route && { route, minimumOut: computeMinimumOut(route, bundle.request) },
    legs: guard(() => quote.route.legs.map((leg) => compareLeg(families.protocols, leg, [market.snapshot, snapshot]))),
    pools: countChanges(market.snapshot.pools, snapshot.pools),
    gasPrice: snapshot.gasPrice,
  }
}

interface MarketQuery {
  readonly chain: Awaited<ReturnType<QuoteContext['chain']>>
  readonly question: AnyQuoteRequest
  readonly bundle: QuoteBundle
}

/** The route is absent if there is none; the recorded pools are read all the same. */
async function readMarket(context: QuoteContext, { chain, question, bundle }: MarketQuery) {
  try {
    const { seen, route } = await priceAt(context, chain, question)
    return { snapshot: seen.snapshot, route }
  } catch (error) {
    if (!isFailure(error, 'NO_ROUTE')) throw error
    const pools = bundle.market?.snapshot.pools.map(({ pool }) => pool) ?? []
    const { snapshot } = await guardReads(() => chain.refreshStates({ pools, wider: [], at: question.block }))
    return { snapshot, route: undefined }
  }
}

function compareLeg(protocols: Protocols, leg: Leg, [then, now]: readonly [Snapshot, Snapshot]): LegMove {
  const { pool, tokenIn, tokenOut, amountIn } = leg
  const [before, after] = [then, now].map(({ pools }) => getPoolLookup(pools).stateOf(pool.address))
  const outOf = (state: unknown) =>
    state === undefined ? undefined : protocols.get(pool.venue.protocol)?.amountOut(state, toPoolTrade(leg, amountIn))
  return {
    source: pool.venue.name,
    pool: pool.address,
    tokenIn,
    tokenOut,
    amountIn,
    before: outOf(before),
    after: outOf(after),
    isChanged: !isSameState(before, after),
  }
}

function countChanges(before: readonly LivePool[], after: readonly LivePool[]): Repricing['pools'] {
  const now = new Map(after.map(({ pool, state }) => [pool.address, state]))
  const counts = { same: 0, changed: 0, gone: 0 }
  for (const { pool, state } of before) {
    const other = now.get(pool.address)
    if (other === undefined) counts.gone += 1
    else if (isSameState(state, other)) counts.same += 1
    else counts.changed += 1
  }
  const known = new Set(before.map(({ pool }) => pool.address))
  return { ...counts, added: after.filter(({ pool }) => !known.has(pool.address)).length }
}
