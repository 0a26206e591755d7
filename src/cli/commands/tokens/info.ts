import { defineCommand } from '#cli/define-command'
import { parseTokenWord } from '#cli/parse/token-word'
import { requireReadableNetwork } from '#cli/request/quote-options'
import { tokenLines } from '#cli/screens/network/tokens'
import { listedTokenView } from '#cli/views/token'

export const info = defineCommand({
  name: 'tokens-info',
  about: 'Show what a token is: from the list, or as its contract says.',
  examples: ['tokens info USDC -n base', 'tokens info 0x… -n base'],
  arguments: { token: { about: 'symbol, address or both as SYM@0x…', parse: parseTokenWord } },
  options: {},
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/network/tokens')).TokenDetails,

  async run(context, { token: word }) {
    const { name, chainId } = await requireReadableNetwork(context)
    const token = await (await context.tokens()).resolve(name, word, true)
    const own = (await context.addressBook()).tokens(name)
    context.out.printResult({
      data: listedTokenView(token, own),
      lines: (screen) => tokenLines(token, screen),
      meta: { network: name, chainId },
    })
  },
})
