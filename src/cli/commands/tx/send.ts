import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { integerParser, parsePath } from '#cli/parse/plain'
import { intentResult } from '#cli/request/intent-result'
import { nameEarlier } from '#cli/request/name-earlier'
import { confirmUnsimulated } from '#cli/request/offline/confirm-unsimulated'
import { statusLines } from '#cli/screens/trade/status'
import { createDialogue } from '#cli/talk/dialogue'
import type { Intent } from '#domain/journal/swap'

export const send = defineCommand({
  name: 'tx-send',
  about: 'Check, simulate and send the file of tx sign, then follow it; sent again, it is only followed.',
  examples: ['tx send swap-base-7.signed.json', 'tx send signed.json --no-wait -o json'],
  arguments: {
    file: {
      about: 'the file of tx sign, - for standard input',
      parse: parsePath,
      ask: 'Which file?',
      completes: 'file',
    },
  },
  options: {
    noWait: { flag: '--no-wait', about: 'return once the node has the transaction' },
    confirmations: {
      flag: '--confirmations <n>',
      about: 'blocks to wait for',
      parse: integerParser(1, 1_000),
      fallback: '1',
    },
    noSimulate: { flag: '--no-simulate', about: 'send without a simulation; you are asked to type what is sold' },
    allowUnsimulated: { flag: '--allow-unsimulated', about: 'do not ask about --no-simulate' },
  },
  sends: true,
  nameEarlier: (context, { words: [file] }) => nameEarlier(context, () => findTyped(context, file)),
  schema: async () => (await import('#cli/schemas/trade/status')).Status,

  async run(context, { file, noWait, confirmations, noSimulate, allowUnsimulated }) {
    const { readSigned } = await import('#cli/request/offline/file')
    const signed = await readSigned(context, file)
    const trader = await context.trader()
    nameEarlier(context, () => trader.findSent(signed.unsigned))
    if (noSimulate) await confirmUnsimulated(context, signed.unsigned, allowUnsimulated)
    const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
    try {
      const timeoutSeconds = context.settings.get('timeout')
      const options = { confirmations, timeoutSeconds, wait: !noWait, simulates: !noSimulate }
      const intent = await trader.sendSigned(signed, options, dialogue)
      context.out.printResult(intentResult(intent, (screen) => statusLines(intent, screen)))
    } finally {
      dialogue.end()
    }
  },
})

/** What the file was sent as, if the words cannot be read: nothing that is no file of ours, and standard input is not read. */
async function findTyped(context: Context, file: string | undefined): Promise<Intent | undefined> {
  if (file === undefined || file === '-') return undefined
  const { readSigned } = await import('#cli/request/offline/file')
  const signed = await readSigned(context, file).catch(() => undefined)
  return signed && (await context.trader()).findSent(signed.unsigned)
}
