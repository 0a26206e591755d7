import { defineCommand } from '#cli/define-command'
import { choiceParser, integerParser } from '#cli/parse/plain'
import { parseTokenWord } from '#cli/parse/token-word'
import { requireTradable } from '#cli/request/quote-options'
import { pairPoolLines } from '#cli/screens/debugging/pair-pools'
import { chartForms } from '#cli/screens/drawings/chart'
import { pairPoolsView } from '#cli/views/debugging/pair-pools'
import { formatTime } from '#domain/api/plain'

const parseChart = choiceParser(chartForms)

export const command = defineCommand({
  name: 'pools',
  about: 'List the pools between two tokens at one block: prices, depth at 0.5, 1 and 2 %, and states.',
  group: 'Look',
  examples: ['pools ETH USDC -n base', 'pools ETH USDC -n sandbox --chart svg > depth.svg'],
  arguments: {
    base: { about: 'the token whose price is shown', parse: parseTokenWord, ask: 'Pools of which token?' },
    quote: { about: 'the token it is priced in', parse: parseTokenWord, ask: 'Against which token?' },
  },
  options: {
    block: { flag: '--block <number>', about: 'at this block', parse: integerParser(0, 1e15) },
    chart: {
      flag: '--chart <form>',
      about: `draw the depth of all together: ${chartForms.join(', ')}`,
      parse: parseChart,
    },
    states: { flag: '--states', about: 'the state of each pool, as its family reads it' },
    allowUnlisted: { flag: '--allow-unlisted', about: 'accept unlisted tokens, by address' },
  },
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/debugging/pair-pools')).PairPoolsResult,

  async run(context, { base, quote, block, chart, states, allowUnlisted }) {
    const network = await requireTradable(context)
    const book = await context.tokens()
    const [of, against] = [
      await book.resolve(network.name, base, allowUnlisted),
      await book.resolve(network.name, quote, allowUnlisted),
    ]
    const debugging = await context.debugging()
    const query = { network: network.name, base: of.address, quote: against.address, block }
    const found = await context.out.withSpinner('Reading the pools', debugging.listPools(query))
    context.out.printResult({
      data: () => pairPoolsView(found),
      lines: (screen) => pairPoolLines(found, screen, { chart, showsStates: states }),
      isVerbatim: chart === 'svg',
      meta: {
        network: network.name,
        chainId: network.chainId,
        block: { number: found.block.number, hash: found.block.hash, time: formatTime(found.block.time) },
      },
    })
  },
})
