import { writeContractInputs } from '#cli/contract-inputs'
import { defineCommand } from '#cli/define-command'
import { parsePath } from '#cli/parse/plain'
import { requireTradable } from '#cli/request/quote-options'
import { verificationLines } from '#cli/screens/network/verification'
import { verificationView } from '#cli/views/network/verification'
import { formatTime } from '#domain/api/plain'

export const verify = defineCommand({
  name: 'router-verify',
  about: 'Compare our contracts on a network with the pinned code; show what an explorer needs to verify them.',
  examples: ['router verify -n base', 'router verify -n base --out inputs'],
  arguments: {},
  options: {
    out: {
      flag: '--out <folder>',
      about: 'also write the standard JSON input of each contract there, for upload',
      parse: parsePath,
    },
  },
  schema: async () => (await import('#cli/schemas/network/verification')).Verification,

  async run(context, { out }) {
    const network = await requireTradable(context)
    const trader = await context.trader()
    const found = await context.out.withSpinner('reading the code', trader.verifyContracts(network.name))
    const { contracts, head } = found
    const files = contracts.map(({ source }) => source.file)
    const written = out === undefined ? [] : writeContractInputs(out, files)
    context.out.printResult({
      data: verificationView(found, written),
      lines: (screen) => verificationLines({ network, ...found, written }, screen),
      meta: {
        network: network.name,
        chainId: network.chainId,
        block: { number: head.number, hash: head.hash, time: formatTime(head.time) },
      },
      exit: contracts.every(({ state }) => state === 'deployed') ? 0 : 16,
    })
  },
})
