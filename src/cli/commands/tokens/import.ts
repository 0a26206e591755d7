import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import { parsePath } from '#cli/parse/plain'
import { addTokens, clashWarning } from '#cli/request/own-tokens'
import { requireTradable } from '#cli/request/quote-options'
import { tokenTable } from '#cli/screens/network/tokens'
import { listedTokenView } from '#cli/views/token'
import type { Network } from '#domain/network'
import type { Token } from '#domain/token'
import { evm } from '#domain/units'

interface Refusal {
  readonly address: string
  readonly symbol: string
  readonly reason: string
}

export const importList = defineCommand({
  name: 'tokens-import',
  about: 'Add the tokens of a token list (the standard JSON file) for one network, each compared with its contract.',
  examples: ['tokens import uniswap-default.json -n base'],
  arguments: { file: { about: 'the list', parse: parsePath } },
  options: { allowUnlisted: { flag: '--allow-unlisted', about: 'do not ask whether the list is trusted' } },
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/network/tokens')).TokenImport,

  async run(context, { file, allowUnlisted }) {
    const network = await requireTradable(context)
    const { list, found, refused, known, elsewhere } = await compareList(context, network, file)
    const count = `${found.length} new token${found.length === 1 ? '' : 's'}`
    if (found.length > 0 && !allowUnlisted) {
      context.out.note((screen) => tokenTable(found, screen))
      const word = String(found.length)
      await context.prompts.confirmTyped(
        `Add ${count} of "${sanitize(list)}"? Anyone can write a list.`,
        word,
        '--allow-unlisted',
      )
    }
    if (found.length > 0) await addTokens(context, found)
    const everything = (await context.tokens()).list(network.name)
    context.out.printResult({
      data: {
        list,
        added: found.map((token) => listedTokenView(token, found)),
        known,
        elsewhere,
        refused: refused.map((one) => ({ ...one })),
      },
      lines: ({ paint }) => [
        `${paint.good('✔')} ${count} added, ${known} known already, ${elsewhere} of other networks`,
        ...refused.map(
          ({ address, symbol, reason }) =>
            `${paint.warn('!')} ${sanitizeSymbol(symbol)} ${address}: ${sanitize(reason)}`,
        ),
      ],
      warnings: found.map((token) => clashWarning(token, everything)).filter((notice) => notice !== undefined),
      meta: { network: network.name, chainId: network.chainId },
    })
  },
})

/** Splits a list into what is new and like its contract, and what is not. */
async function compareList(context: Context, { name, chainId }: Network, file: string) {
  const { findListFlaw, readTokenList } = await import('#cli/request/token-list')
  const { name: list, tokens } = readTokenList(file)
  const book = await context.tokens()
  const knownAddresses = new Set<string>(book.list(name).map(({ address }) => address))
  const here = tokens.filter((row) => row.chainId === chainId)
  const rows = [...new Map(here.map((row) => [row.address.toLowerCase(), row])).values()]
  const fresh = rows.filter(({ address }) => !knownAddresses.has(address.toLowerCase()))
  const addresses = fresh.map(({ address }) => evm(address))
  const read = await context.out.withSpinner(`Reading ${fresh.length} contracts`, book.readAll(name, addresses))
  const found: Token[] = []
  const refused: Refusal[] = []
  for (const [i, row] of fresh.entries()) {
    const token = read[i]
    const reason = findListFlaw(row, token)
    if (reason === undefined && token !== undefined) found.push(token)
    else refused.push({ address: row.address, symbol: row.symbol, reason: reason ?? '' })
  }
  return { list, found, refused, known: rows.length - fresh.length, elsewhere: tokens.length - here.length }
}
