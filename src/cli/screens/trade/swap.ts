import { wrapText } from '#cli/out/failure'
import type { Screen } from '#cli/out/screen'
import { amountLine, differenceText, hashText } from '#cli/screens/layout/text'
import { type Intent, transactionOf } from '#domain/journal/swap'

/** The end of a swap: the amount received, compared with the quoted and accepted amounts. */
export function swapLines(intent: Intent, screen: Screen): readonly string[] {
  const { paint } = screen
  const { trade } = intent
  const id = intent.id.slice(0, 8)
  const tx = transactionOf(intent, 'swap')
  if (trade?.bought === undefined)
    return [
      `  Swap ${id}  ${intent.stage}`,
      ...(tx === undefined ? [] : [`  ${hashText(tx.hash, screen.width - 2)}`]),
      `  Next  ${paint.next(`swapline status ${id} --watch`)}`,
    ]
  const { bought, quotedOut, minimumOut, buy } = trade
  const open = tx?.conclusion.isFinal === false ? wrapText(tx.conclusion.known, screen.width - 2).map(indent) : []
  return [
    `${paint.good('✔')} Received ${amountLine(bought, buy)}`,
    `  ${differenceText(bought, quotedOut)} vs quote, ${differenceText(bought, minimumOut)} over your minimum`,
    ...open,
    `  Swap ${id}  follow it with: ${paint.next(`swapline status ${id}`)}`,
  ]
}

const indent = (line: string): string => `  ${line}`
