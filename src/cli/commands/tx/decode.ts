import { readFileSync } from 'node:fs'
import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { readGivenPayload } from '#cli/request/payload-to-decode'
import { readPayloadLines } from '#cli/screens/quote/read-payload'
import { readPayloadView } from '#cli/views/quote/read-payload'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Hex } from '#domain/units'
import { allNetworks, findNetwork } from '#networks/find'

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
    const readSigned = async (raw: Hex) => (await context.accounts()).readSigned(raw)
    const { data, ...told } = await readGivenPayload(await readPayloadText(context, payload), readSigned)
    const networks = listNetworks(context, told.chainId)
    const read = (await context.trader()).decodePayload(data, { ...told, networks })
    context.out.printResult({
      data: read === undefined ? { ours: false } : { ours: true, ...readPayloadView(read) },
      lines: (screen) => readPayloadLines(read, networks.length === 1 ? networks[0] : undefined, screen),
    })
  },
})

async function readPayloadText({ readStdin: readInput }: Context, word: string): Promise<string> {
  if (/^0x/i.test(word)) return word
  return word === '-' ? await readInput() : readFile(word)
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw fail('USAGE', { reason: `The file ${path} cannot be read.` }, { cause })
  }
}

/**
 * The networks that a payload may be for: the one named by flag; else those of its chain id; else the one of the settings, or
 * any. The tokens of a single one give names and decimals; without it, addresses and raw amounts are shown.
 */
function listNetworks({ settings }: Context, chainId: number | undefined): readonly Network[] {
  const [strongest] = settings.getSources('network')
  const isByFlag = strongest?.origin.source === 'flag'
  const network = isByFlag || chainId === undefined ? settings.get('network') : undefined
  if (network !== undefined) return [findNetwork(network).entry].filter((entry) => entry !== undefined)
  return allNetworks()
    .flatMap(({ entry }) => entry ?? [])
    .filter((entry) => chainId === undefined || entry.chainId === chainId)
}
