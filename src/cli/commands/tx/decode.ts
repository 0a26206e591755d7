import { readFileSync } from 'node:fs'
import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { readPayloadLines } from '#cli/screens/quote/read-payload'
import { readPayloadView } from '#cli/views/quote/read-payload'
import { fail } from '#domain/errors'
import { type Hex, hex } from '#domain/units'
import { findNetwork } from '#networks/find'

export const decode = defineCommand({
  name: 'tx-decode',
  about: 'Show what a payload for our router does; any other is reported as not ours.',
  examples: ['tx decode payload.json -n base', 'tx decode - -o json'],
  arguments: {
    payload: {
      about: 'calldata as hex, a JSON file that holds it, or - for standard input',
      parse: parseText,
      completes: 'file',
    },
  },
  options: {},
  schema: async () => (await import('#cli/schemas/quote/read-payload')).ReadPayload,

  async run(context, { payload }) {
    const read = (await context.trader()).decodePayload(await readCalldata(context, payload))
    const tokens = findChosenNetwork(context)
    context.out.printResult({
      data: read === undefined ? { ours: false } : { ours: true, ...readPayloadView(read) },
      lines: (screen) => readPayloadLines(read, tokens, screen),
    })
  },
})

/** Calldata in any form: plain, as a payload's `data`, or nested in a command's own document. */
async function readCalldata({ readStdin: readInput }: Context, word: string): Promise<Hex> {
  if (/^0x/i.test(word)) return parseHex(word)
  const text = word === '-' ? await readInput() : readFile(word)
  if (/^\s*0x/i.test(text)) return parseHex(text.trim())
  const found = /"data"\s*:\s*"(0x[0-9a-fA-F]*)"/.exec(text)?.[1]
  if (found === undefined)
    throw fail('USAGE', { reason: 'There is no calldata in it.', fix: 'give hex, or JSON with "data"' })
  return parseHex(found)
}

function parseHex(text: string): Hex {
  try {
    return hex(text)
  } catch (cause) {
    throw fail('USAGE', { reason: 'That is not calldata: it is not hex of whole bytes.' }, { cause })
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw fail('USAGE', { reason: `The file ${path} cannot be read.` }, { cause })
  }
}

/**
 * The listed tokens of the chosen network, for names and decimals; without a network, addresses and raw amounts are
 * shown.
 */
function findChosenNetwork({ settings }: Context) {
  const network = settings.get('network')
  return network === undefined ? undefined : findNetwork(network).entry
}
