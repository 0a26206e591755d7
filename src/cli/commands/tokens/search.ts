import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { tokenCsv, tokenTable } from '#cli/screens/network/tokens'
import { listedTokenView } from '#cli/views/token'
import type { Token } from '#domain/token'
import { allNetworks, findNetwork } from '#networks/find'

export const search = defineCommand({
  name: 'tokens-search',
  about: 'Search symbols, names and addresses, on one network or on all.',
  examples: ['tokens search usd', 'tokens search 0x8335 -n base'],
  arguments: { text: { about: 'a part of a symbol, a name or an address', parse: parseText } },
  options: {},
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/network/tokens')).TokenList,

  async run(context, { text }) {
    const { settings } = context
    const only = settings.isSetByFlag('network') ? findNetwork(settings.get('network') ?? '') : undefined
    const names = (only === undefined ? allNetworks() : [only]).flatMap(({ readable }) => readable?.name ?? [])
    const [book, addressBook] = [await context.tokens(), await context.addressBook()]
    const own = names.flatMap((name) => addressBook.tokens(name))
    const all = (await Promise.all(names.map((name) => book.listAll(name)))).flat()
    const tokens = all.filter((token) => fits(token, text.toLowerCase()))
    const networks = [...new Set(tokens.map(({ network }) => network))]
    context.out.printResult({
      data: { tokens: tokens.map((token) => listedTokenView(token, own)) },
      lines: (screen) =>
        tokens.length === 0
          ? [`  No listed token, and none of yours, has that in its symbol, name or address.`]
          : networks.flatMap((name) => [
              `  ${screen.paint.bold(name)}`,
              ...tokenTable(
                tokens.filter(({ network }) => network === name),
                screen,
              ),
            ]),
      table: tokenCsv(tokens),
    })
  },
})

const fits = ({ symbol, name = '', address }: Token, text: string): boolean =>
  [symbol, name, address].some((word) => word.toLowerCase().includes(text))
