import { defineCommand } from '#cli/define-command'
import { sanitizeSymbol } from '#cli/out/safe-text'
import { parseAddress } from '#cli/parse/address'
import { parseTokenWord } from '#cli/parse/token-word'
import { requireReadableNetwork } from '#cli/request/quote-options'
import { formatTable } from '#cli/screens/layout/table'
import { allowanceText, unitsText } from '#cli/screens/layout/text'
import { chooseOwner } from '#cli/talk/choose-account'
import { amountView } from '#cli/views/amount'
import { formatDecimal } from '#domain/format-decimal'
import { checksum } from '#text/checksum'

export const command = defineCommand({
  name: 'balances',
  about: 'Show an account’s balances of the listed tokens, and what our router may take.',
  group: 'Look',
  examples: ['balances -n sandbox', 'balances USDC DAI -n base --owner 0x…'],
  arguments: { tokens: { about: 'only these tokens', parse: parseTokenWord, rest: true, optional: true } },
  options: {
    owner: { flag: '--owner <address>', about: 'whose balances; default: the account', parse: parseAddress },
    all: { flag: '--all', about: 'also show tokens with a zero balance' },
  },
  needsNetwork: () => true,
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/account/balances')).Balances,

  async run(context, { tokens = [], owner, all }) {
    const network = await requireReadableNetwork(context)
    const book = await context.tokens()
    const wanted =
      tokens.length === 0
        ? book.list(network.name)
        : await Promise.all(tokens.map((text) => book.resolve(network.name, text, true)))
    const whose = await chooseOwner(context, owner, '--owner')
    const trader = await context.trader()
    const holdings = await context.out.withSpinner('Reading balances', trader.balances(network.name, whose, wanted))
    const shown = holdings.filter(({ amount, allowance }) => all || tokens.length > 0 || amount > 0n || allowance > 0n)
    const rows = shown.map(({ token, amount, allowance }) => [
      sanitizeSymbol(token.symbol),
      unitsText(amount, token),
      allowanceText(allowance, token),
      checksum(token.address),
    ])
    const columns = [
      { title: 'TOKEN' },
      { title: 'HOLDS', align: 'right' },
      { title: 'ROUTER MAY TAKE', align: 'right' },
      { title: 'ADDRESS' },
    ] as const
    context.out.printResult({
      data: {
        owner: checksum(whose),
        balances: shown.map(({ token, amount, allowance }) => ({
          balance: amountView(amount, token),
          allowance: String(allowance),
        })),
      },
      lines: (screen) =>
        rows.length === 0 ? [`  ${checksum(whose)} holds none.`] : formatTable(columns, rows, screen),
      table: [
        ['token', 'holds', 'allowance', 'address'],
        ...shown.map(({ token, amount, allowance }) => [
          token.symbol,
          formatDecimal(amount, token.decimals),
          formatDecimal(allowance, token.decimals),
          checksum(token.address),
        ]),
      ],
      meta: { network: network.name, chainId: network.chainId },
    })
  },
})
