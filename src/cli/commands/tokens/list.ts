import { defineCommand } from '#cli/define-command'
import { requireReadableNetwork } from '#cli/request/quote-options'
import { tokenCsv, tokenTable } from '#cli/screens/network/tokens'
import { listedTokenView } from '#cli/views/token'

export const list = defineCommand({
  name: 'tokens-list',
  about: 'List the tokens of a network: those of its entry, and those that you added.',
  examples: ['tokens list -n base', 'tokens list -n base --all', 'tokens list -n base --own'],
  arguments: {},
  options: {
    all: { flag: '--all', about: 'with those of the published list' },
    own: { flag: '--own', about: 'only those that you added' },
  },
  needsNetwork: () => true,
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/network/tokens')).TokenList,

  async run(context, { all, own: onlyOwn }) {
    const { name, chainId } = await requireReadableNetwork(context)
    const own = (await context.addressBook()).tokens(name)
    const book = await context.tokens()
    const tokens = onlyOwn ? own : all ? await book.listAll(name) : book.list(name)
    context.out.printResult({
      data: { tokens: tokens.map((token) => listedTokenView(token, own)) },
      lines: (screen) =>
        tokens.length === 0
          ? ['  You added none.', `  Next  ${screen.paint.next('swapline tokens add 0x…')}`]
          : tokenTable(tokens, screen),
      table: tokenCsv(tokens),
      meta: { network: name, chainId },
    })
  },
})
