import { defineCommand } from '#cli/define-command'
import { parseAddress } from '#cli/parse/address'
import { parseCase } from '#cli/request/debugging/find-bundle'
import { findSimulation } from '#cli/request/debugging/find-simulation'
import { simulationLines } from '#cli/screens/debugging/simulation'
import { simulationView } from '#cli/views/debugging/simulation'
import { requireEntry } from '#domain/require-entry'
import { findNetwork } from '#networks/find'

export const command = defineCommand({
  name: 'simulate',
  about: 'Execute a quote, a bundle or a payload’s transaction on the chain of now, without signing: output or reason.',
  group: 'Look',
  examples: ['simulate last', 'simulate case-17.quote.json', 'simulate payload.json -n base --real-state'],
  arguments: {
    what: {
      about: 'a quote, even a used one; a bundle; or a JSON file with to and data',
      parse: parseCase,
      ask: 'Simulate what?',
      completes: ['quote', 'file'],
    },
  },
  options: {
    fromAddress: { flag: '--from-address <address>', about: 'sender; default: its own', parse: parseAddress },
    realState: { flag: '--real-state', about: 'assume no balance and no allowance' },
  },
  schema: async () => (await import('#cli/schemas/debugging/simulation')).SimulationResult,

  async run(context, { what, fromAddress, realState }) {
    const query = await findSimulation(context, what, { from: fromAddress, isReal: realState })
    const network = requireEntry(findNetwork(query.network))
    const debugging = await context.debugging()
    const report = await context.out.withSpinner('Simulating', debugging.simulate(query))
    const quote = 'quote' in query ? query.quote : undefined
    context.out.printResult({
      data: () => simulationView(report, quote),
      lines: (screen) => simulationLines(report, quote, screen),
      meta: { network: network.name, chainId: network.chainId },
      exit: report.isGood === true ? 0 : 16,
    })
  },
})
