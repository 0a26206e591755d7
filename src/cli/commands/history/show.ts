import { defineCommand } from '#cli/define-command'
import { parseReference } from '#cli/parse/reference'
import { describeRequest } from '#cli/request/describe-request'
import { intentResult } from '#cli/request/intent-result'
import { amountLine, differenceText } from '#cli/screens/layout/text'
import { statusLines } from '#cli/screens/trade/status'
import { fail } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'

export const show = defineCommand({
  name: 'history-show',
  about: 'Show all that the journal knows of one swap; no chain is asked.',
  examples: ['history show e41f08aa', 'history show last -o json'],
  arguments: {
    reference: { about: 'a swap, quote, transaction hash, your own --id, or last', parse: parseReference },
  },
  options: {},
  schema: async () => (await import('#cli/schemas/trade/history')).HistoryDetails,

  async run(context, { reference }) {
    const intent = await (await context.journal()).find(reference)
    if (intent === undefined) throw fail('SWAP_NOT_FOUND', { id: reference })
    const requested = await describeRequest(context, intent)
    context.out.printResult(
      intentResult(intent, (screen) => [...statusLines(intent, screen, requested), ...quoteLines(intent)]),
    )
  },
})

function quoteLines({ trade }: Intent): readonly string[] {
  if (trade?.bought === undefined) return []
  const { bought, quotedOut, buy } = trade
  return [
    `  Received  ${amountLine(bought, buy)}`,
    `  Quoted    ${amountLine(quotedOut, buy)} (${differenceText(bought, quotedOut)})`,
  ]
}
