import { wrapText } from '#cli/out/failure'
import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { formatBlock } from '#cli/screens/layout/block'
import { amountLine, differenceText, groupDigits } from '#cli/screens/layout/text'
import { describeAssumption } from '#cli/screens/trade/dry-run'
import { revertReasonLines } from '#cli/screens/trade/transaction'
import type { SimulationReport } from '#domain/debugging/simulation'
import type { Quote } from '#domain/quotes/quote'
import { checksum } from '#text/checksum'

const nameWidth = 11

/** What a node said when it executed a transaction that nobody signed. */
export function simulationLines(report: SimulationReport, quote: Quote | undefined, screen: Screen): readonly string[] {
  const { block, transaction, read, sell, buy, amountOut, gasUsed, revert, assumed, unsimulated } = report
  const call = read?.entry === 'swap' ? read.call : undefined
  const row = (name: string, value: string | undefined) => (value === undefined ? [] : [[[name, value] as const]])
  const said = unsimulated === undefined ? [] : wrapText(`Not simulated: ${unsimulated}`, screen.width - 2)
  return [
    ...formatBlock(
      [
        ...row('Sender', checksum(transaction.from)),
        ...row('To', `${checksum(transaction.to)}${read === undefined ? '' : ', our router'}`),
        ...row('Sells', call && sell && amountLine(call.amountIn, sell)),
        ...row('At least', call && buy && amountLine(call.minimumOut, buy)),
        ...row('Brings', amountOut && buy && amountLine(amountOut, buy)),
        ...row('Quoted', quotedText(report, quote)),
        ...row('Gas', gasUsed === undefined ? undefined : `${groupDigits(String(gasUsed))} used`),
        ...assumed.flatMap((one, i) => row(i === 0 ? 'Assumed' : '', describeAssumption(one))),
      ],
      nameWidth,
      screen,
    ),
    ...said.map((line) => `  ${screen.paint.warn(line)}`),
    ...(revert === undefined ? [] : revertReasonLines(revert, screen)),
    `${resultMark(report, screen)} at block ${groupDigits(String(block))}. Nothing was signed or sent.`,
  ]
}

function quotedText({ amountOut }: SimulationReport, quote: Quote | undefined): string | undefined {
  if (quote === undefined) return undefined
  const { route, buy } = quote
  const against = amountOut === undefined ? '' : `, so ${differenceText(amountOut, route.amountOut)}`
  return `${amountLine(route.amountOut, { ...buy, symbol: sanitizeSymbol(buy.symbol) })}${against}`
}

function resultMark({ isGood }: SimulationReport, { paint }: Screen): string {
  if (isGood === undefined) return `${paint.warn('?')} Not simulated`
  return isGood ? `${paint.good('✔')} It succeeds` : `${paint.bad('✖')} It reverts`
}
