import { amountView } from '#cli/views/amount'
import { assumptionView } from '#cli/views/trade/dry-run'
import type { SimulationReport } from '#domain/debugging/simulation'
import type { Quote } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import { checksum } from '#text/checksum'

export function simulationView(report: SimulationReport, quote: Quote | undefined) {
  const { block, transaction, read, sell, buy, isGood, amountOut, gasUsed, revert, assumed, unsimulated } = report
  const call = read?.entry === 'swap' ? read.call : undefined
  const amountOf = (raw: bigint | undefined, token: Token | undefined) =>
    raw === undefined || token === undefined ? null : amountView(raw, token)
  return {
    ok: isGood ?? null,
    block,
    transaction: {
      from: checksum(transaction.from),
      to: checksum(transaction.to),
      value: String(transaction.value),
      data: transaction.data,
    },
    ours: read !== undefined,
    sold: amountOf(call?.amountIn, sell),
    output: amountOf(amountOut, buy),
    minimum: amountOf(call?.minimumOut, buy),
    quoted: amountOf(quote?.route.amountOut, quote?.buy),
    gasUsed: gasUsed === undefined ? null : String(gasUsed),
    revert: revert === undefined ? null : { class: revert.class, words: revert.words, remedy: [...revert.remedy] },
    assumed: assumed.map(assumptionView),
    unsimulated: unsimulated ?? null,
  }
}
