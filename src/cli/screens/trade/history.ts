import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { formatTable } from '#cli/screens/layout/table'
import { shortUnitsText } from '#cli/screens/layout/text'
import { nativeSymbolOf } from '#cli/views/trade/history'
import { formatTime, nativeDecimals } from '#domain/api/plain'
import type { HistoryEntry, HistoryTotals } from '#domain/journal/history'
import type { Token } from '#domain/token'

const right = (title: string) => ({ title, align: 'right' }) as const

/** The entries, the latest first, then what they come to. */
export function historyLines(
  entries: readonly HistoryEntry[],
  { totals, matching }: { readonly totals: HistoryTotals; readonly matching: number },
  screen: Screen,
): readonly string[] {
  const { paint } = screen
  if (entries.length === 0) return ['  Nothing was signed on this machine that fits.']
  const networks = new Set(entries.map(({ intent }) => intent.network))
  const columns = [
    { title: 'UTC' },
    { title: 'ID' },
    { title: 'STATE' },
    right('SOLD'),
    right('BOUGHT'),
    right('VS QUOTE'),
    ...(networks.size > 1 ? [{ title: 'NETWORK' }] : []),
  ]
  const rows = entries.map((entry) => [...toRow(entry), ...(networks.size > 1 ? [entry.intent.network] : [])])
  const hidden = matching - entries.length
  return [
    ...formatTable(columns, rows, screen),
    '',
    ...totalLines(totals, screen),
    ...(totals.unsettled === 0
      ? []
      : [
          `  ${paint.warn('*')} not final yet: ${totals.unsettled}; next: ${paint.next('swapline status <id> --watch')}`,
        ]),
    ...(hidden === 0 ? [] : [`  ${hidden} older ones fit too: ${paint.next('--limit 0')} shows all`]),
  ]
}

function toRow({ intent, isSettled, vsQuotePpm }: HistoryEntry): readonly string[] {
  const { trade } = intent
  const sold = trade === undefined ? intent.kind : shortAmount(trade.sellAmount, trade.sell)
  const got = trade?.bought === undefined ? '' : shortAmount(trade.bought, trade.buy)
  return [
    formatTime(intent.createdAt).slice(5, 16).replace('T', ' '),
    intent.id.slice(0, 8),
    `${intent.stage}${isSettled ? '' : '*'}`,
    sold,
    got === '' && trade !== undefined ? `– ${sanitizeSymbol(trade.buy.symbol)}` : got,
    vsQuotePpm === undefined ? '' : bpText(vsQuotePpm),
  ]
}

function totalLines({ tokens, gas }: HistoryTotals, screen: Screen): readonly string[] {
  const rows = tokens.map(({ token, sold, bought, vsQuotePpm }) => [
    sanitizeSymbol(token.symbol),
    token.network,
    sold === 0n ? '' : shortUnitsText(sold, token, 12),
    bought === 0n ? '' : shortUnitsText(bought, token, 12),
    vsQuotePpm === undefined ? '' : bpText(vsQuotePpm),
  ])
  const columns = [{ title: 'TOTAL' }, { title: 'NETWORK' }, right('SOLD'), right('BOUGHT'), right('VS QUOTE')]
  return [
    ...(rows.length === 0 ? [] : formatTable(columns, rows, screen)),
    ...gas.map(({ network, paid, isComplete }) => {
      const coin = { symbol: nativeSymbolOf(network), decimals: nativeDecimals }
      return `  Gas on ${network}: ${isComplete ? '' : 'at least '}${shortUnitsText(paid, coin)} ${coin.symbol}`
    }),
  ]
}

const shortAmount = (raw: bigint, token: Token): string =>
  `${shortUnitsText(raw, token, 5)} ${sanitizeSymbol(token.symbol)}`

/** `+1.25 bp` is better than quoted. */
const bpText = (ppm: number): string => `${ppm > 0 ? '+' : ppm < 0 ? '−' : ''}${Math.abs(ppm) / 100} bp`
