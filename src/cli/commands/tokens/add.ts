import { defineCommand } from '#cli/define-command'
import { sanitizeSymbol } from '#cli/out/safe-text'
import { parseTokenWord } from '#cli/parse/token-word'
import { addTokens, clashWarning, rejectUnlistable } from '#cli/request/own-tokens'
import { requireTradable } from '#cli/request/quote-options'
import { tokenLines } from '#cli/screens/network/tokens'
import { listedTokenView } from '#cli/views/token'
import { checksum } from '#text/checksum'

export const add = defineCommand({
  name: 'tokens-add',
  about: 'Add a token by its address, as its contract describes it; afterwards its symbol is enough.',
  examples: ['tokens add 0x… -n base', 'tokens add FOO@0x… -n base'],
  arguments: { token: { about: 'its address, or SYM@0x… to compare its symbol', parse: parseTokenWord } },
  options: { allowUnlisted: { flag: '--allow-unlisted', about: 'do not ask whether the address is right' } },
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/network/tokens')).TokenChange,

  async run(context, { token: word, allowUnlisted }) {
    const { name, chainId } = await requireTradable(context)
    const book = await context.tokens()
    const token = await book.resolve(name, word, true)
    rejectUnlistable(token, word)
    const clash = clashWarning(token, book.list(name))
    const full = checksum(token.address)
    if (!allowUnlisted)
      await context.prompts.confirmTyped(
        [`${sanitizeSymbol(token.symbol)} ${full} is in no list of ${name}.`, clash?.message].filter(Boolean).join(' '),
        full.slice(-6),
        '--allow-unlisted',
      )
    await addTokens(context, [token])
    context.out.printResult({
      data: { token: listedTokenView(token, [token]) },
      lines: (screen) => [
        `${screen.paint.good('✔')} Added`,
        ...tokenLines(token, screen),
        `  Next      ${screen.paint.next(`swapline quote 1 ${clash === undefined ? sanitizeSymbol(token.symbol) : full} …`)}`,
      ],
      warnings: clash === undefined ? [] : [clash],
      meta: { network: name, chainId },
    })
  },
})
