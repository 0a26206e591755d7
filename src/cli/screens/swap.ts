import { checksum } from '#cli/checksum'
import type { Screen } from '#cli/out/screen'
import { block } from '#cli/screens/block'
import { swapCommand } from '#cli/screens/swap-command'
import { amountLine, differenceText, grouped } from '#cli/screens/text'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quote'
import { type Intent, transactionOf } from '#domain/swap'

/** The end of a swap: what was received, against what was quoted and accepted. */
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

/** What a dry run built. */
export interface DryRun {
  readonly quote: Quote
  readonly payload: Payload
  /** Why it could not be simulated. */
  readonly unsimulated: string | undefined
  /** The quote can still be swapped by. */
  readonly isKept: boolean
}

/** What a dry run built, and what it would have promised. */
export function dryRunLines({ quote, payload, unsimulated, isKept }: DryRun, { paint }: Screen): readonly string[] {
  const price = payload.fees.type === 2 ? payload.fees.maxFeePerGas : payload.fees.gasPrice
  return [
    ...block(
      [
        [['You pay', amountLine(quote.request.sellAmount, quote.sell)]],
        [
          [
            'You get',
            `≥ ${amountLine(quote.minimumOut, quote.buy)}   (quoted ${amountLine(quote.route.amountOut, quote.buy)})`,
          ],
        ],
        [['Router', checksum(payload.to)]],
        [['Gas', `${grouped(String(payload.gasLimit))} at most, ${grouped(String(price))} wei each at most`]],
        [['Data', `${payload.data.slice(0, 42)}… (${(payload.data.length - 2) / 2} bytes)`]],
      ],
      10,
    ),
    `${unsimulated === undefined ? `${paint.good('✔')} Built, checked and simulated` : `${paint.warn('?')} Built and checked, NOT simulated`}. Nothing was signed; ${isKept ? 'the quote is still valid' : 'the service’s quote is used up'}.`,
    ...(isKept ? [`  Next  ${paint.next(swapCommand(quote))}`] : []),
  ]
}
