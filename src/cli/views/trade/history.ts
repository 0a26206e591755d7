import { amountView, tokenView } from '#cli/views/amount'
import { formatTime, nativeDecimals } from '#domain/api/plain'
import { formatDecimal } from '#domain/format-decimal'
import type { HistoryEntry, HistoryTotals } from '#domain/journal/history'
import { purposeOf } from '#domain/journal/swap'
import type { NetworkName } from '#domain/units'
import { findNetwork } from '#networks/find'
import { checksum } from '#text/checksum'

export const nativeSymbolOf = (network: NetworkName): string => findNetwork(network).entry?.native.symbol ?? 'native'

const gasView = (network: NetworkName, paid: bigint) => ({
  network,
  token: nativeSymbolOf(network),
  raw: String(paid),
  formatted: formatDecimal(paid, nativeDecimals),
})

export function historyEntryView({ intent, state, isSettled, gasPaid, vsQuotePpm }: HistoryEntry) {
  const { trade, network } = intent
  const purpose = purposeOf(intent)
  return {
    swapId: intent.id,
    kind: intent.kind,
    at: formatTime(intent.createdAt),
    network,
    account: checksum(intent.from),
    idempotencyKey: intent.key,
    stage: intent.stage,
    state,
    settled: isSettled,
    ...(trade === undefined
      ? {}
      : {
          sold: amountView(trade.sellAmount, trade.sell),
          quoted: amountView(trade.quotedOut, trade.buy),
          minimum: amountView(trade.minimumOut, trade.buy),
          ...(trade.bought === undefined ? {} : { bought: amountView(trade.bought, trade.buy) }),
          recipient: checksum(trade.to),
        }),
    ...(vsQuotePpm === undefined ? {} : { vsQuoteBps: vsQuotePpm / 100 }),
    ...(gasPaid === undefined ? {} : { gasPaid: gasView(network, gasPaid) }),
    ...(purpose === undefined ? {} : { hash: purpose.hash }),
  }
}

export const historyTotalsView = ({ done, unsettled, tokens, gas }: HistoryTotals) => ({
  done,
  unsettled,
  tokens: tokens.map(({ token, sold, bought, vsQuotePpm }) => ({
    token: tokenView(token),
    sold: String(sold),
    soldFormatted: formatDecimal(sold, token.decimals),
    bought: String(bought),
    boughtFormatted: formatDecimal(bought, token.decimals),
    vsQuoteBps: vsQuotePpm === undefined ? null : vsQuotePpm / 100,
  })),
  gas: gas.map(({ network, paid, isComplete }) => ({ ...gasView(network, paid), complete: isComplete })),
})

const csvColumns = [
  'time',
  'id',
  'kind',
  'network',
  'account',
  'stage',
  'settled',
  'sold',
  'sell_token',
  'sell_address',
  'bought',
  'buy_token',
  'buy_address',
  'quoted',
  'minimum',
  'vs_quote_bp',
  'gas_paid',
  'gas_token',
  'recipient',
  'hash',
] as const

/** Plain digits without separators; an amount counts as sold only if it was. */
export function historyTable(entries: readonly HistoryEntry[]): readonly (readonly string[])[] {
  return [csvColumns, ...entries.map(toCsvRow)]
}

function toCsvRow(entry: HistoryEntry): readonly string[] {
  const { intent, state, isSettled, gasPaid, vsQuotePpm } = entry
  const { trade } = intent
  const cells: Readonly<Record<(typeof csvColumns)[number], string>> = {
    time: formatTime(intent.createdAt),
    id: intent.id,
    kind: intent.kind,
    network: intent.network,
    account: checksum(intent.from),
    stage: intent.stage,
    settled: String(isSettled),
    sold: trade && state === 'done' ? formatDecimal(trade.sellAmount, trade.sell.decimals) : '',
    sell_token: trade?.sell.symbol ?? '',
    sell_address: trade ? checksum(trade.sell.address) : '',
    bought: trade?.bought === undefined ? '' : formatDecimal(trade.bought, trade.buy.decimals),
    buy_token: trade?.buy.symbol ?? '',
    buy_address: trade ? checksum(trade.buy.address) : '',
    quoted: trade ? formatDecimal(trade.quotedOut, trade.buy.decimals) : '',
    minimum: trade ? formatDecimal(trade.minimumOut, trade.buy.decimals) : '',
    vs_quote_bp: vsQuotePpm === undefined ? '' : String(vsQuotePpm / 100),
    gas_paid: gasPaid === undefined ? '' : formatDecimal(gasPaid, nativeDecimals),
    gas_token: nativeSymbolOf(intent.network),
    recipient: trade ? checksum(trade.to) : '',
    hash: purposeOf(intent)?.hash ?? '',
  }
  return csvColumns.map((column) => cells[column])
}
