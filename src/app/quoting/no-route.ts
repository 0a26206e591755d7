import type { SurveyedMarket } from '#app/quoting/survey'
import { listPoolVerdicts, listSourceVerdicts } from '#app/quoting/verdicts'
import { fail, type SwapError } from '#domain/errors'
import type { SourceReason } from '#domain/failures/lookup'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import type { Pool } from '#domain/pools/protocol'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import type { PoolReason } from '#domain/quotes/quote-record'
import type { Token } from '#domain/token'
import type { Amount } from '#domain/units'
import type { UnusedPools } from '#routing/explain/unused-pools'

/** Pools named in a failure, at most. */
const maxNamed = 50

/** What was searched without finding a route. */
export interface NoRouteEvidence {
  readonly seen: SurveyedMarket
  /** For an exact-output request: the largest output of any amount that was tried. */
  readonly maxOut: Amount | undefined
  readonly unused: UnusedPools
}

export function noRouteFailure(network: Network, question: AnyQuoteRequest, vain: NoRouteEvidence): SwapError {
  const { sell, buy, snapshot } = vain.seen
  const sources = collectReasons(network, question, vain)
  const { number } = snapshot.block
  const keeping = findFeeOnTransferTokens(vain.seen).map(
    (token) => ` ${token.symbol} takes a fee on transfer that is not known to the unit: not traded.`,
  )
  const looked = `${snapshot.pools.length} pools of ${network.name} were looked at, block ${number}.${keeping.join('')}`
  if (question.sellAmount !== undefined) {
    const from = formatAmount(question.sellAmount, sell)
    return fail('NO_ROUTE', { from, to: buy.symbol, sources }, { why: looked })
  }
  const max =
    vain.maxOut === undefined
      ? 'Nothing that was tried buys any of it.'
      : `The most that any amount bought is ${formatAmount(vain.maxOut, buy)}.`
  const to = formatAmount(question.buyAmount, buy)
  return fail('NO_ROUTE', { from: sell.symbol, to, sources }, { why: `${looked} ${max}` })
}

/** Those of the two tokens that have pools, but none that is modelled, because the token is fee-on-transfer. */
function findFeeOnTransferTokens({ sell, buy, snapshot }: SurveyedMarket): readonly Token[] {
  const has =
    ({ address }: Token) =>
    ({ pool }: { readonly pool: Pool }) =>
      pool.tokens.includes(address)
  const taxed = (snapshot.skipped ?? []).filter(({ reason }) => reason === 'transfer_fee')
  return [sell, buy].filter((token) => taxed.some(has(token)) && !snapshot.pools.some(has(token)))
}

const formatAmount = (value: Amount, { decimals, symbol }: Token): string =>
  `${formatDecimal(value, decimals)} ${symbol}`

/** Without a route, no price is worse than another. */
const toNoRouteReason = (reason: PoolReason): SourceReason['reason'] => (reason === 'worse_price' ? 'no_route' : reason)

/** Each pool with its reason, skipped pools of the pair itself first; then the sources without pools. */
function collectReasons(
  network: Network,
  question: AnyQuoteRequest,
  { seen, unused }: NoRouteEvidence,
): readonly SourceReason[] {
  const ends = [seen.sell.address, seen.buy.address]
  const own = (seen.snapshot.skipped ?? []).filter(({ pool }) => ends.some((end) => pool.tokens.includes(end)))
  const first = new Set(own.map(({ pool }) => pool.address))
  const verdicts = listPoolVerdicts(seen, { route: undefined, unused }).toSorted(
    (a, b) => Number(first.has(b.address)) - Number(first.has(a.address)),
  )
  const pools = verdicts.flatMap(({ source, address, reason }) =>
    reason === undefined ? [] : [{ source, pool: address, reason: toNoRouteReason(reason) }],
  )
  const empty = listSourceVerdicts(network, question, verdicts).filter((one) => one.pools === 0)
  return [
    ...pools.slice(0, maxNamed),
    ...empty.map(({ source, asked }) => ({ source, reason: asked ? ('no_pool' as const) : ('excluded' as const) })),
  ]
}
