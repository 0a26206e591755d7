import { defineCommand } from '#cli/define-command'
import { unitsToRaw } from '#cli/parse/amount'
import { parsePath, parseText } from '#cli/parse/plain'
import { outOption } from '#cli/request/offline/out-option'
import { createDialogue } from '#cli/talk/dialogue'
import { wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

export const sign = defineCommand({
  name: 'tx-sign',
  about: 'Check and sign the file of tx build; asks no network.',
  examples: ['tx sign swap-base-7.unsigned.json', 'tx sign unsigned.json --out signed.json --max-gas 0.02'],
  arguments: {
    file: {
      about: 'the file of tx build, - for standard input',
      parse: parsePath,
      ask: 'Which file?',
      completes: 'file',
    },
  },
  options: {
    out: outOption,
    maxGas: { flag: '--max-gas <native>', about: 'maximum gas cost to sign, native', parse: parseText },
    allowRecipient: { flag: '--allow-recipient', about: 'do not ask about a recipient that is not the sender' },
    allowUnlisted: { flag: '--allow-unlisted', about: 'do not ask about unlisted tokens' },
    allowMax: { flag: '--allow-max', about: 'do not ask about an approval without limit' },
  },
  schema: async () => (await import('#cli/schemas/trade/offline')).SignResult,

  async run(context, { file, out: path, maxGas, allowRecipient, allowUnlisted, allowMax }) {
    const [{ readUnsigned, requireWritable }, { writeSigned }] = await Promise.all([
      import('#cli/request/offline/file'),
      import('#cli/request/offline/sign'),
    ])
    const unsigned = await readUnsigned(context, file)
    requireWritable(path)
    const { native } = getNetworkEntry(unsigned.network)
    const limit = maxGas === undefined ? undefined : wei(unitsToRaw(maxGas, native))
    const dialogue = createDialogue(context, { recipient: allowRecipient, unlisted: allowUnlisted, max: allowMax })
    try {
      await writeSigned(context, { unsigned, path, maxGas: limit }, dialogue)
    } finally {
      dialogue.end()
    }
  },
})
