import type { QuoteGuard } from '#cli/request/debugging/quote-guards'
import { amountView } from '#cli/views/amount'
import type { ReplayableBundle } from '#domain/debugging/debugging'
import type { ComparedPath, ExplainedPath, ExplainedPool, Explanation, GapAccount } from '#domain/debugging/explanation'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import { checksum } from '#text/checksum'

/** All that one `explain` command found. */
export interface ExplainReport {
  readonly bundle: ReplayableBundle
  /** Of another machine: the explained route is the best one before its block, not its own. */
  readonly transaction?: RouterTransaction | undefined
  readonly explanation: Explanation
  readonly guards: readonly QuoteGuard[]
}

export function explainView({ bundle, transaction, explanation, guards }: ExplainReport) {
  const { quote, market } = bundle
  const { loss, paths, pools, gap, net, bestSinglePool, bestSinglePath } = explanation
  return {
    quoteId: quote.id,
    transaction: transaction === undefined ? null : transactionView(transaction),
    block: market.snapshot.block.number,
    sell: amountView(quote.request.sellAmount, quote.sell),
    buy: amountView(quote.route.amountOut, quote.buy),
    loss: {
      ideal: loss.ideal,
      parts: loss.parts.map(({ kind, value }) => ({ kind, value, bps: toBps(value, loss.ideal) })),
      net: loss.net,
    },
    paths: paths.map(pathView),
    baseline: { bestSinglePool: comparedView(bestSinglePool, net), bestSinglePath: comparedView(bestSinglePath, net) },
    gap: gap === undefined ? null : gapView(gap),
    guards: guards.map(({ limit, ...guard }) => ({ ...guard, limit: limit ?? null })),
    counts: countVerdicts(pools),
    pools: pools.map(poolView),
  }
}

const transactionView = ({ hash, stage, mined, bought, read }: RouterTransaction) => ({
  hash,
  stage,
  block: mined?.block ?? null,
  bought: bought === undefined ? null : String(bought),
  minimum: read === undefined || read.entry === 'cancel' ? null : String(read.call.minimumOut),
})

const toBps = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 10_000)

const hopsView = (hops: ExplainedPath['hops']) =>
  hops.map(({ source, pool, tokenIn, tokenOut }) => ({
    venue: source,
    pool: checksum(pool),
    tokenIn: checksum(tokenIn),
    tokenOut: checksum(tokenOut),
  }))

const pathView = ({ share, hops, amountIn, amountOut, first, average, next }: ExplainedPath) => ({
  shareBps: share / 100,
  hops: hopsView(hops),
  sell: String(amountIn),
  buy: String(amountOut),
  price: { first, average, next },
})

const comparedView = (path: ComparedPath | undefined, net: bigint) =>
  path === undefined
    ? null
    : {
        hops: hopsView(path.hops),
        buy: String(path.amountOut),
        net: String(path.net),
        gas: String(path.gas),
        behindBps: toBps(Number(net - path.net), Number(net)),
      }

function gapView({ upperBound, gap, parts }: GapAccount) {
  const whole = Number(upperBound)
  return {
    upperBound: String(upperBound),
    gap: String(gap),
    gapBps: toBps(Number(gap), whole),
    parts: parts.map(({ kind, pool, value }) => ({
      kind,
      pool: pool === undefined ? null : checksum(pool),
      value,
      bps: toBps(value, whole),
    })),
  }
}

/** Every pool has one verdict, so the counts add up to all pools. */
export function countVerdicts(pools: readonly ExplainedPool[]) {
  const reasons: Partial<Record<NonNullable<ExplainedPool['reason']>, number>> = {}
  for (const { reason } of pools) if (reason !== undefined) reasons[reason] = (reasons[reason] ?? 0) + 1
  const used = pools.filter(({ reason }) => reason === undefined).length
  return { total: pools.length, used, reasons }
}

function poolView({ source, address, tokens, feePpm, reason, legs, behindPpm, gain, gasCost }: ExplainedPool) {
  const sum = (key: 'amountIn' | 'amountOut') => (legs.length === 1 ? String(legs[0]?.[key] ?? 0n) : null)
  return {
    venue: source,
    pool: checksum(address),
    tokens: tokens.map(checksum),
    feePpm,
    reason: reason ?? null,
    in: sum('amountIn'),
    out: sum('amountOut'),
    behindBps: behindPpm === undefined ? null : behindPpm / 100,
    gain,
    gasCost,
  }
}
