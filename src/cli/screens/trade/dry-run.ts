import { wrapText } from '#cli/out/failure'
import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { allowanceText, amountLine, groupDigits } from '#cli/screens/layout/text'
import { formatRows, gasCostText, type TermsRow } from '#cli/screens/trade/agreement'
import { swapCommand } from '#cli/screens/trade/swap-command'
import { gasPriceOf, type Payload } from '#domain/payload'
import { isPlaceholderAddress, type Quote } from '#domain/quotes/quote'
import type { Assumption, SimulatedSwap } from '#domain/trade/dry-run'
import { checksum } from '#text/checksum'

/** The result of a dry run. */
export interface DryRun {
  readonly quote: Quote
  readonly payload: Payload
  /** Why it could not be simulated. */
  readonly unsimulated: string | undefined
  readonly simulation?: SimulatedSwap | undefined
  /** The quote is still valid. */
  readonly isKept: boolean
}

/** What a dry run built, what it brought, and what it assumed. */
export function dryRunLines(result: DryRun, screen: Screen): readonly string[] {
  const { quote, payload, unsimulated, simulation, isKept } = result
  const { paint } = screen
  const { request, sell, buy, route, minimumOut } = quote
  const brought = simulation?.amountOut
  const done = unsimulated === undefined ? 'Built, checked and simulated' : 'Built and checked, NOT simulated'
  const kept = isKept ? 'the quote is still valid' : 'the service’s quote is used up'
  const end = wrapText(`${done}. Nothing was signed; ${kept}.`, screen.width - 2)
  const mark = unsimulated === undefined ? paint.good('✔') : paint.warn('?')
  return [
    ...formatRows(
      [
        {
          name: 'Sender',
          lines: [...(isPlaceholderAddress(payload.from) ? ['nobody in particular'] : []), checksum(payload.from)],
        },
        { name: 'You pay', lines: [amountLine(request.sellAmount, sell)] },
        {
          name: 'You get',
          lines: [
            ...(brought === undefined ? [] : [`${amountLine(brought, buy)} by the simulation`]),
            `at least ${amountLine(minimumOut, buy)}`,
            `quoted ${amountLine(route.amountOut, buy)}`,
          ],
        },
        { name: 'Router', lines: [checksum(payload.to)] },
        { name: 'Gas', lines: gasLines(result) },
        { name: 'Data', lines: [`${payload.data.slice(0, 26)}…`, `${(payload.data.length - 2) / 2} bytes`] },
        ...(simulation?.assumed ?? []).map((one, i) => assumedRow(one, i === 0 ? 'Assumed' : '')),
      ],
      screen,
    ),
    ...end.map((line, i) => `${i === 0 ? mark : ' '} ${line}`),
    ...nextLines(result, screen),
  ]
}

const gasLines = ({ quote, payload, simulation }: DryRun): readonly string[] => [
  ...(simulation?.gasUsed === undefined ? [] : [`${groupDigits(String(simulation.gasUsed))} used by the simulation`]),
  `limit ${groupDigits(String(payload.gasLimit))}, so at most ${gasCostText(payload.gasLimit * gasPriceOf(payload.fees), quote.usd.native, quote.request.network)}`,
]

/** `a balance of 10 ETH; it is 0 ETH`. */
export const describeAssumption = ({ of, token, actual, assumed }: Assumption): string =>
  `${of === 'balance' ? 'a balance' : 'an allowance'} of ${amountLine(assumed, token)}; it is ${allowanceText(actual, token)} ${sanitizeSymbol(token.symbol)}`

const assumedRow = (assumption: Assumption, name: string): TermsRow => ({
  name,
  lines: [describeAssumption(assumption)],
  isRisk: true,
})

/** The swap itself, unless the account first needs what was assumed or lacks. */
function nextLines({ quote, isKept, unsimulated, simulation }: DryRun, { paint }: Screen): readonly string[] {
  const lacksBalance = simulation?.assumed.some(({ of }) => of === 'balance') === true
  if (!isKept || lacksBalance || unsimulated !== undefined) return []
  return [`  Next      ${paint.next(swapCommand(quote))}`]
}
