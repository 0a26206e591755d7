import type { Seen } from '#app/quoting/survey'
import { poolVerdicts, sourceVerdicts } from '#app/quoting/verdicts'
import { decimalText } from '#domain/decimal'
import { fail, type SwapError } from '#domain/errors'
import type { SourceReason } from '#domain/failures/lookup'
import type { Network } from '#domain/network'
import type { Pool } from '#domain/protocol'
import type { QuoteQuestion } from '#domain/quote'
import type { PoolReason } from '#domain/quote-record'
import type { Token } from '#domain/token'
import type { Amount } from '#domain/units'
import type { Unused } from '#routing/unused'

/** Pools named in a failure, at most. */
const mostNamed = 50

/** What was looked at in vain. */
export interface Vain {
  readonly seen: Seen
  /** The most that any amount bought which was tried, of a question that says what to buy. */
  readonly mostOut: Amount | undefined
  readonly unused: Unused
}

export function noRoute(network: Network, question: QuoteQuestion, vain: Vain): SwapError {
  const { sell, buy, snapshot } = vain.seen
  const sources = reasonsOf(network, question, vain)
  const { number } = snapshot.block
  const keeping = keepingTokens(vain.seen).map((token) => ` ${token.symbol} keeps a part of what is sent: not traded.`)
  const looked = `${snapshot.pools.length} pools of ${network.name} were looked at, block ${number}.${keeping.join('')}`
  if (question.sellAmount !== undefined) {
    const from = said(question.sellAmount, sell)
    return fail('NO_ROUTE', { from, to: buy.symbol, sources }, { why: looked })
  }
  const most =
    vain.mostOut === undefined
      ? 'Nothing that was tried buys any of it.'
      : `The most that any amount bought is ${said(vain.mostOut, buy)}.`
  const to = said(question.buyAmount, buy)
  return fail('NO_ROUTE', { from: sell.symbol, to, sources }, { why: `${looked} ${most}` })
}

/** Those of the two tokens that have pools, and none that can be worked out, because of what they keep. */
function keepingTokens({ sell, buy, snapshot }: Seen): readonly Token[] {
  const has =
    ({ address }: Token) =>
    ({ pool }: { readonly pool: Pool }) =>
      pool.tokens.includes(address)
  const taxed = (snapshot.leftOut ?? []).filter(({ reason }) => reason === 'transfer_fee')
  return [sell, buy].filter((token) => taxed.some(has(token)) && !snapshot.pools.some(has(token)))
}

const said = (value: Amount, { decimals, symbol }: Token): string => `${decimalText(value, decimals)} ${symbol}`

/** Where there is no route, no price is worse than another. */
const withoutAny = (reason: PoolReason): SourceReason['reason'] => (reason === 'worse_price' ? 'no_route' : reason)

/** Each pool with its reason, what was left out of the two tokens' own before all others; then the sources that had none. */
function reasonsOf(network: Network, question: QuoteQuestion, { seen, unused }: Vain): readonly SourceReason[] {
  const ends = [seen.sell.address, seen.buy.address]
  const own = (seen.snapshot.leftOut ?? []).filter(({ pool }) => ends.some((end) => pool.tokens.includes(end)))
  const first = new Set(own.map(({ pool }) => pool.address))
  const verdicts = poolVerdicts(seen, { route: undefined, unused }).toSorted(
    (a, b) => Number(first.has(b.address)) - Number(first.has(a.address)),
  )
  const pools = verdicts.flatMap(({ source, address, reason }) =>
    reason === undefined ? [] : [{ source, pool: address, reason: withoutAny(reason) }],
  )
  const empty = sourceVerdicts(network, question, verdicts).filter((one) => one.pools === 0)
  return [
    ...pools.slice(0, mostNamed),
    ...empty.map(({ source, asked }) => ({ source, reason: asked ? ('no_pool' as const) : ('excluded' as const) })),
  ]
}
