import { defineCommand } from '#cli/define-command'
import { sanitizeSymbol } from '#cli/out/safe-text'
import { parseTokenWord } from '#cli/parse/token-word'
import { requireTradable } from '#cli/request/quote-options'
import { listedTokenView } from '#cli/views/token'
import { fail } from '#domain/errors'
import { checksum } from '#text/checksum'

export const remove = defineCommand({
  name: 'tokens-remove',
  about: 'Remove a token that you added; no chain is asked.',
  examples: ['tokens remove FOO -n base', 'tokens remove 0x… -n base'],
  arguments: { token: { about: 'its symbol or address', parse: parseTokenWord } },
  options: {},
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/network/tokens')).TokenChange,

  async run(context, { token: word }) {
    const { name, chainId } = await requireTradable(context)
    const book = await context.addressBook()
    const wanted = word.toLowerCase().split('@').at(-1)
    const [token, ...others] = book
      .tokens(name)
      .filter(({ symbol, address }) => address === wanted || symbol.toLowerCase() === wanted)
    if (token === undefined) throw fail('TOKEN_NOT_FOUND', { text: word, network: name, nearest: [] })
    if (others.length > 0) {
      const candidates = [token, ...others].map(
        ({ symbol, address }) => `${sanitizeSymbol(symbol)}@${checksum(address)}`,
      )
      throw fail('TOKEN_AMBIGUOUS', { text: word, network: name, candidates })
    }
    await book.change((content) => ({
      ...content,
      tokens: content.tokens.filter(({ network, address }) => network !== name || address !== token.address),
    }))
    context.out.printResult({
      data: { token: listedTokenView(token, []) },
      lines: ({ paint }) => [`${paint.good('✔')} ${sanitizeSymbol(token.symbol)} is not yours any more`],
      meta: { network: name, chainId },
    })
  },
})
