/** A recorded quote computed again from its own pools, without a chain. */

import { createWrapRoute, toRouteRequest, tradeAmountOf } from '#app/quoting/route-terms'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type {
  BundleCheck,
  Replay,
  ReplayableBundle,
  ReplayedRoute,
  WhatIf,
  WhatIfResult,
} from '#domain/debugging/debugging'
import { fail } from '#domain/errors'
import type { Pool, Protocols } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import { computeMinimumOut } from '#domain/quotes/minimum-out'
import { type AnyQuoteRequest, isPoolAllowed } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import { evaluateLegs } from '#routing/answer/evaluate-legs'
import { findRoute, findRouteToBuy } from '#routing/find-route'

interface ReplayContext {
  /** Of all families; a bundle says which of them its search was allowed to use. */
  readonly protocols: Protocols
}

/** @throws `BUNDLE_INCOMPLETE` */
export function requireReplayable(bundle: QuoteBundle): ReplayableBundle {
  const { market, quote } = bundle
  if (market === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'pools' })
  if (quote === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'quote' })
  return { ...bundle, market, quote }
}

/** The recorded route evaluated again, and the route searched again. @throws `BUNDLE_INCOMPLETE` */
export function replay(context: ReplayContext, bundle: QuoteBundle): Replay {
  const { quote, market } = requireReplayable(bundle)
  const amountOut = evaluateRecorded(context, bundle, market.snapshot)
  const { found } = searchAgain(context, bundle, { request: bundle.request, snapshot: market.snapshot })
  const { route } = quote
  return {
    evaluated: { amountOut, isEqual: amountOut === route.amountOut },
    searched: {
      found,
      isEqual: found?.route.amountIn === route.amountIn && found.route.amountOut === route.amountOut,
      isSameRoute: found !== undefined && isSameRoute(found.route, route),
    },
  }
}

/** The output of the recorded legs over other states of their pools; `undefined` if one of them refuses its part. */
export function evaluateRecorded(
  context: ReplayContext,
  bundle: QuoteBundle,
  snapshot: Pick<Snapshot, 'pools'>,
): Route['amountOut'] | undefined {
  const { route } = requireReplayable(bundle).quote
  if (route.legs.length === 0) return route.amountIn // wrapped, one for one
  return guard(() => evaluateLegs(selectFamilies(context, bundle), snapshot.pools, route)?.amountOut)
}

const isSameRoute = (a: Route, b: Route): boolean =>
  a.legs.length === b.legs.length &&
  a.legs.every((leg, i) => {
    const other = b.legs[i]
    return (
      other?.pool.address === leg.pool.address &&
      other.share32 === leg.share32 &&
      other.tokenIn === leg.tokenIn &&
      other.tokenOut === leg.tokenOut
    )
  })

/** The request with changes over the recorded pools. @throws `BUNDLE_INCOMPLETE` without pools */
export function whatIf(context: ReplayContext, bundle: QuoteBundle, changes: WhatIf): WhatIfResult {
  const { market } = bundle
  if (market === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'pools' })
  const request = changeRequest(bundle.request, changes)
  const gasPrice = changes.gasPrice ?? market.snapshot.gasPrice
  const barred = { include: [], exclude: changes.without ?? [] }
  const pools = market.snapshot.pools.filter(({ pool }) => isPoolAllowed(barred, pool))
  return searchAgain(context, bundle, { request, snapshot: { ...market.snapshot, gasPrice, pools } })
}

function changeRequest(request: AnyQuoteRequest, changes: WhatIf): AnyQuoteRequest {
  const { slippage, maxHops, maxSplits, maxLegs, amount } = changes
  const changed = {
    ...request,
    slippage: slippage ?? request.slippage,
    maxHops: maxHops ?? request.maxHops,
    maxSplits: maxSplits ?? request.maxSplits,
    maxLegs: maxLegs ?? request.maxLegs,
  }
  if (amount === undefined) return changed
  return changed.sellAmount === undefined ? { ...changed, buyAmount: amount } : { ...changed, sellAmount: amount }
}

/** The route of a request over recorded pools, by the same search as a quote's. */
export function searchAgain(
  context: ReplayContext,
  bundle: QuoteBundle,
  { request, snapshot }: { readonly request: AnyQuoteRequest; readonly snapshot: Snapshot },
): WhatIfResult {
  const terms = { question: request, tradeAmount: tradeAmountOf(request) }
  const wrap = createWrapRoute(bundle, terms)
  if (wrap !== undefined) return { found: toReplayed(wrap, request), narrow: [] }
  const asked = { ...toRouteRequest(bundle, terms), maxTries: bundle.quote?.route.cutShortAfter }
  const families = selectFamilies(context, bundle)
  const { route, narrow } = guard(() =>
    'amountIn' in asked
      ? findRoute(families, { snapshot, request: asked })
      : findRouteToBuy(families, { snapshot, request: asked }),
  )
  return {
    found: route && toReplayed(route, request),
    narrow: narrow.map(({ address }: Pool) => address),
  }
}

const toReplayed = (route: Route, request: AnyQuoteRequest): ReplayedRoute => ({
  route,
  minimumOut: computeMinimumOut(route, request),
})

export const selectFamilies = ({ protocols }: ReplayContext, { families }: QuoteBundle): ReplayContext => ({
  protocols: new Map([...protocols].filter(([kind]) => families.includes(kind))),
})

/**
 * A bundle is a file of others: states and pools that no chain ever had may make a family's arithmetic fail, or its reads.
 * @throws `BUNDLE_INVALID` then
 */
export function guard<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toBundleFailure(error)
  }
}

/** As `guard`, of work that asks a chain. */
export async function guardReads<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toBundleFailure(error)
  }
}

function toBundleFailure(error: unknown): unknown {
  if (!(error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)) return error
  return fail('BUNDLE_INVALID', { reason: 'a pool in it has a state that its family cannot have' }, { cause: error })
}

/** What can be compared without a chain: each line says what was looked at. */
export function checkBundle(context: ReplayContext, bundle: QuoteBundle): readonly BundleCheck[] {
  const { market, quote, request } = bundle
  const checks: BundleCheck[] = [
    {
      check: 'market',
      ok: market === undefined || market.snapshot.chainId === bundle.chainId,
      message:
        market === undefined
          ? 'no pools are recorded'
          : `${market.snapshot.pools.length} pools at block ${market.snapshot.block.number}`,
    },
  ]
  if (quote === undefined) return checks
  const asked = request.sellAmount ?? request.buyAmount
  const answered = request.sellAmount === undefined ? quote.request.buyAmount : quote.request.sellAmount
  const isAnswer =
    asked === answered &&
    request.sell === quote.request.sell &&
    request.buy === quote.request.buy &&
    quote.minimumOut === computeMinimumOut(quote.route, quote.request)
  checks.push({
    check: 'quote',
    ok: isAnswer,
    message: isAnswer ? 'answers the request; its minimum follows from its slippage' : 'does not answer the request',
  })
  if (market === undefined) return checks
  const again = evaluateRecorded(context, bundle, market.snapshot)
  const ok = again === quote.route.amountOut
  const message = ok
    ? 'gives the quoted amount over the recorded pools'
    : `gives ${again ?? 'nothing'}, not ${quote.route.amountOut}`
  return [...checks, { check: 'route', ok, message }]
}
