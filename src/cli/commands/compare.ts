import { defineCommand } from '#cli/define-command'
import { choiceParser, parseText } from '#cli/parse/plain'
import { parseServiceUrl } from '#cli/parse/url'
import { type Comparison, compareTrades } from '#cli/request/debugging/compare-quotes'
import { quoteOptions, tradeArguments } from '#cli/request/quote-options'
import { compareLines } from '#cli/screens/debugging/compare'
import { chartForms } from '#cli/screens/drawings/chart'
import { compareView } from '#cli/views/debugging/compare'
import { fail } from '#domain/errors'

const parseChart = choiceParser(chartForms)
const { exactOut: _, gasless: __, toNetwork: ___, ...options } = quoteOptions

export const command = defineCommand({
  name: 'compare',
  about: 'Compare one trade side by side: sizes, venues, single pools, networks or services.',
  group: 'Look',
  examples: [
    'compare 10 ETH USDC -n sandbox --venues',
    'compare 1 ETH USDC -n base --sizes 10,100,1000 --chart ascii',
    'compare 1 ETH USDC --networks base,arbitrum',
  ],
  arguments: tradeArguments,
  options: {
    ...options,
    sizes: { flag: '--sizes <amounts>', about: 'also these amounts: 10,100,1000', parse: parseList },
    venues: { flag: '--venues', about: 'each venue alone (the default)' },
    pools: { flag: '--pools', about: 'each single pool of the pair' },
    networks: { flag: '--networks <names>', about: 'on each of these networks', parse: parseList },
    services: { flag: '--services <urls>', about: 'by each of these services: local,https://…', parse: parseServices },
    chart: { flag: '--chart <form>', about: `draw it: ${chartForms.join(', ')}`, parse: parseChart },
  },
  schema: async () => (await import('#cli/schemas/debugging/compare')).CompareResult,

  async run(context, { amount, sell, buy, sizes, venues, pools, networks, services, chart, ...input }) {
    const chosen = [
      ...(sizes === undefined ? [] : [['sizes', sizes] as const]),
      ...(networks === undefined ? [] : [['networks', networks] as const]),
      ...(services === undefined ? [] : [['services', services] as const]),
      ...(pools ? [['pools', []] as const] : []),
      ...(venues ? [['venues', []] as const] : []),
    ]
    if (chosen.length > 1) throw fail('USAGE', { reason: 'One comparison at a time.', fix: 'leave out the other ones' })
    const [by, words]: readonly [Comparison, readonly string[]] = chosen[0] ?? ['venues', []]
    const trade = { amount, sell, buy }
    const quoted = { ...input, exactOut: false, gasless: false, toNetwork: undefined }
    const rows = await context.out.withSpinner(
      'Comparing',
      compareTrades(context, { by, words, trade, options: quoted }),
    )
    context.out.printResult({
      data: () => compareView(by, rows),
      lines: (screen) => compareLines({ by, rows }, chart, screen),
      isVerbatim: chart === 'svg',
    })
  },
})

/** Words with commas between them. @throws `VALIDATION_FAILED` when one is empty */
function parseList(text: string): readonly string[] {
  return text.split(',').map((word) => parseText(word.trim()))
}

function parseServices(text: string): readonly string[] {
  return parseList(text).map(parseServiceUrl)
}
