import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { formatTable } from '#cli/screens/layout/table'
import { feeText, shortUnitsText } from '#cli/screens/layout/text'
import { countVerdicts } from '#cli/views/debugging/explain'
import type { ExplainedPool } from '#domain/debugging/explanation'
import type { Quote } from '#domain/quotes/quote'
import type { PoolReason } from '#domain/quotes/quote-record'
import { shortAddress } from '#text/checksum'

export const reasonWords: Readonly<Record<PoolReason, string>> = {
  worse_price: 'worse price',
  zero_output: 'returns nothing for this amount',
  no_liquidity: 'returns nothing for any amount',
  hop_limit: 'no short enough path through it',
  excluded: 'excluded by the request',
  hooks: 'skipped: code of others takes part in its swaps',
  plugin: 'skipped: its fee is decided by an unknown contract',
  transfer_fee: 'skipped: a token of it takes a fee on transfer',
  paused: 'skipped: it refuses swaps',
  unmodelled: 'skipped: its amounts cannot be computed',
}

/** `58 pools read: 6 used, 47 worse price, 5 returns nothing …`. */
export function verdictLine(pools: readonly ExplainedPool[]): string {
  const { total, used, reasons } = countVerdicts(pools)
  const others = Object.entries(reasons).map(([reason, count]) => `${count} ${reasonWords[reason as PoolReason]}`)
  return [`${total} pools read: ${used} used`, ...others].join(', ')
}

/** What became of a pool, in words. */
export function describeVerdict({ reason, behindPpm, gain, gasCost }: ExplainedPool): string {
  if (reason === undefined) return 'used'
  if (reason !== 'worse_price' || behindPpm === undefined) return reasonWords[reason]
  if (behindPpm > 0) return `worse by ${(behindPpm / 100).toFixed(2)} bp from its first unit on`
  if (gain <= gasCost) return `its gain, ${share(gain, gasCost)} of its gas, does not pay`
  return 'better alone, not together with the route'
}

const share = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`

export function poolTable(pools: readonly ExplainedPool[], quote: Quote, screen: Screen): readonly string[] {
  const tokenAt = createTokenLookup(quote)
  const symbolOf = (address: ExplainedPool['address']): string =>
    sanitizeSymbol(tokenAt(address)?.symbol ?? shortAddress(address))
  const inputOf = ({ legs }: ExplainedPool): string => {
    const [leg, ...more] = legs
    if (leg === undefined || more.length > 0) return ''
    const token = tokenAt(leg.tokenIn)
    return token === undefined ? '' : `: ${shortUnitsText(leg.amountIn, token)} ${sanitizeSymbol(token.symbol)}`
  }
  return formatTable(
    [
      { title: 'POOL' },
      { title: 'VENUE' },
      { title: 'TOKENS' },
      { title: 'FEE', align: 'right' },
      { title: 'VERDICT' },
    ],
    pools.map((pool) => [
      shortAddress(pool.address),
      sanitize(pool.source, 24),
      pool.tokens.map(symbolOf).join('/'),
      feeText(pool.feePpm),
      `${describeVerdict(pool)}${inputOf(pool)}`,
    ]),
    screen,
  )
}
