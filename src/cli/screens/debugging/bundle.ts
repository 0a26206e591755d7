import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import type { ReadBundle } from '#cli/request/debugging/bundle-file'
import { type BlockEntry, formatBlock } from '#cli/screens/layout/block'
import { amountLine, groupDigits, hashText } from '#cli/screens/layout/text'
import { countPools } from '#cli/views/debugging/bundle'
import { formatTime } from '#domain/api/plain'
import { shortAddress } from '#text/checksum'

const nameWidth = 10

/** What is in a bundle. */
export function bundleLines({ bundle, app, isIntact }: ReadBundle, screen: Screen): readonly string[] {
  const { quote, market, request, transaction, failure, timings } = bundle
  const { read, used, skipped, excluded } = countPools(bundle)
  const rows: (readonly BlockEntry[])[] = [
    [
      [
        'Recorded',
        `${formatTime(bundle.createdAt)} by swapline ${sanitize(app.version)}, Node.js ${sanitize(app.node)}`,
      ],
    ],
    [
      [
        'File',
        isIntact ? screen.paint.good('as it was written ✔') : screen.paint.bad('changed since it was written ✖'),
      ],
    ],
    ...(quote === undefined
      ? [[['Quote', 'none'] as const]]
      : [
          [['Quote', `${quote.id.slice(0, 8)} on ${sanitize(bundle.network)}`] as const],
          [['Sell', amountLine(quote.request.sellAmount, quote.sell)] as const],
          [['Buy', amountLine(quote.route.amountOut, quote.buy)] as const],
        ]),
    [['From', `${shortAddress(request.from)}${bundle.isRedacted ? ' (an alias: addresses are redacted)' : ''}`]],
    ...(market === undefined
      ? [[['Pools', 'not recorded'] as const]]
      : [
          [['Block', groupDigits(String(market.snapshot.block.number))] as const],
          [['Pools', `${read} read, ${used} used, ${skipped} skipped, ${excluded} excluded`] as const],
        ]),
    ...(timings === undefined ? [] : [[['Time', `${Math.round(timings.total)} ms`] as const]]),
    ...(transaction === undefined
      ? []
      : [[['Sent', `${hashText(transaction.hash, screen.width - 14)} ${sanitize(transaction.stage)}`] as const]]),
    ...(failure === undefined ? [] : [[['Failed', `${sanitize(failure.code)}, exit ${failure.exit}`] as const]]),
  ]
  return formatBlock(rows, nameWidth, screen)
}

export interface CheckLine {
  readonly check: string
  readonly ok: boolean
  readonly message: string
}

/** A line for each check, with its mark. */
export const checkLines = (checks: readonly CheckLine[], { paint }: Screen): readonly string[] =>
  checks.map(({ check, ok, message }) => {
    const mark = ok ? paint.good('✔') : paint.bad('✖')
    return `  ${mark} ${check.padEnd(7)} ${sanitize(message, 200)}`
  })
