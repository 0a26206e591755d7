import type { Screen } from '#cli/out/screen'
import { formatBlock } from '#cli/screens/layout/block'
import { amountLine, differenceText, groupDigits } from '#cli/screens/layout/text'
import { swapCommand } from '#cli/screens/swap-command'
import { type Intent, transactionOf } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import { checksum } from '#text/checksum'

/** The end of a swap: the amount received, compared with the quoted and accepted amounts. */
export function swapLines(intent: Intent, { paint }: Screen): readonly string[] {
  const { trade } = intent
  const id = intent.id.slice(0, 8)
  const tx = transactionOf(intent, 'swap')
  if (trade?.bought === undefined)
    return [
      `  Swap ${id}  ${intent.stage}  ${tx?.hash ?? ''}`,
      `  Next  ${paint.next(`swapline status ${id} --watch`)}`,
    ]
  const { bought, quotedOut, minimumOut, buy } = trade
  const open = tx?.conclusion.isFinal === false ? [`  ${tx.conclusion.known}`] : []
  return [
    `${paint.good('✔')} Received ${amountLine(bought, buy)}  ${differenceText(bought, quotedOut)} vs quote, ${differenceText(bought, minimumOut)} over your minimum`,
    ...open,
    `  Swap ${id}  follow it with: ${paint.next(`swapline status ${id}`)}`,
  ]
}

/** The result of a dry run. */
export interface DryRun {
  readonly quote: Quote
  readonly payload: Payload
  /** Why it could not be simulated. */
  readonly unsimulated: string | undefined
  /** The quote is still valid. */
  readonly isKept: boolean
}

/** What a dry run built, and what it would have promised. */
export function dryRunLines({ quote, payload, unsimulated, isKept }: DryRun, { paint }: Screen): readonly string[] {
  const price = payload.fees.type === 2 ? payload.fees.maxFeePerGas : payload.fees.gasPrice
  return [
    ...formatBlock(
      [
        [['You pay', amountLine(quote.request.sellAmount, quote.sell)]],
        [
          [
            'You get',
            `≥ ${amountLine(quote.minimumOut, quote.buy)}   (quoted ${amountLine(quote.route.amountOut, quote.buy)})`,
          ],
        ],
        [['Router', checksum(payload.to)]],
        [['Gas', `${groupDigits(String(payload.gasLimit))} at most, ${groupDigits(String(price))} wei each at most`]],
        [['Data', `${payload.data.slice(0, 42)}… (${(payload.data.length - 2) / 2} bytes)`]],
      ],
      10,
    ),
    `${unsimulated === undefined ? `${paint.good('✔')} Built, checked and simulated` : `${paint.warn('?')} Built and checked, NOT simulated`}. Nothing was signed; ${isKept ? 'the quote is still valid' : 'the service’s quote is used up'}.`,
    ...(isKept ? [`  Next  ${paint.next(swapCommand(quote))}`] : []),
  ]
}
