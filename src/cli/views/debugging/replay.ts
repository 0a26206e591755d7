import type { BundleOrigin } from '#cli/request/debugging/bundle-file'
import type { ChangeWord } from '#cli/request/debugging/what-if'
import { amountView } from '#cli/views/amount'
import type {
  LegMove,
  Replay,
  ReplayableBundle,
  ReplayedRoute,
  Repricing,
  WhatIfResult,
} from '#domain/debugging/debugging'
import { poolsOf } from '#domain/quotes/route'
import { checksum } from '#text/checksum'

/** All that one `replay` command computed. */
export interface ReplayReport {
  readonly bundle: ReplayableBundle
  readonly app: BundleOrigin
  readonly version: string
  readonly replay: Replay
  readonly whatIf: { readonly words: readonly ChangeWord[]; readonly result: WhatIfResult } | undefined
  readonly at: Repricing | undefined
}

export function replayView(report: ReplayReport) {
  const { bundle, app, version, replay, whatIf, at } = report
  const expected = bundle.quote.route.amountOut
  const { amountOut, isEqual } = replay.evaluated
  const { found, isEqual: isSearchEqual, isSameRoute } = replay.searched
  return {
    match: isEqual,
    expected: String(expected),
    actual: rawOf(amountOut),
    diff: differenceOf(amountOut, expected),
    searched: { match: isSearchEqual, sameRoute: isSameRoute, route: routeView(bundle, found) },
    recordedBy: app.version,
    replayedBy: version,
    whatIf: whatIf === undefined ? null : whatIfView(bundle, whatIf),
    at: at === undefined ? null : repricingView(bundle, at),
  }
}

const whatIfView = (bundle: ReplayableBundle, { words, result }: NonNullable<ReplayReport['whatIf']>) => ({
  changes: words.map(({ name, value }) => ({ name, value })),
  route: routeView(bundle, result.found),
  diff: differenceOf(result.found?.route.amountOut, bundle.quote.route.amountOut),
  narrow: result.narrow.map(checksum),
})

const repricingView = (bundle: ReplayableBundle, { block, seconds, evaluated, found, legs, pools }: Repricing) => ({
  block,
  seconds,
  recordedRoute: rawOf(evaluated),
  route: routeView(bundle, found),
  diff: differenceOf(evaluated, bundle.quote.route.amountOut),
  legs: legs.map(legView),
  pools: { ...pools },
})

const legView = ({ source, pool, tokenIn, tokenOut, amountIn, before, after, isChanged }: LegMove) => ({
  venue: source,
  pool: checksum(pool),
  tokenIn: checksum(tokenIn),
  tokenOut: checksum(tokenOut),
  in: String(amountIn),
  before: rawOf(before),
  after: rawOf(after),
  changed: isChanged,
})

function routeView({ quote: { sell, buy } }: ReplayableBundle, found: ReplayedRoute | undefined) {
  if (found === undefined) return null
  const { route, minimumOut } = found
  return {
    sell: amountView(route.amountIn, sell),
    buy: amountView(route.amountOut, buy),
    minBuy: amountView(minimumOut, buy),
    gas: String(route.gas),
    paths: route.paths.length,
    pools: [...poolsOf(route)].map(checksum),
  }
}

const rawOf = (raw: bigint | undefined) => (raw === undefined ? null : String(raw))

const differenceOf = (raw: bigint | undefined, expected: bigint) => (raw === undefined ? null : String(raw - expected))
