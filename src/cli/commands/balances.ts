import { checksum } from '#cli/checksum'
import { chooseAccount } from '#cli/choose-account'
import { defineCommand } from '#cli/define-command'
import { address } from '#cli/parse/address'
import { tokenWord } from '#cli/parse/token-word'
import { tradable } from '#cli/quote-options'
import { safeSymbol } from '#cli/safe-text'
import { table } from '#cli/screens/table'
import { unitsText } from '#cli/screens/text'
import { amountView } from '#cli/views/amount'

export const command = defineCommand({
  name: 'balances',
  about: 'Show what an account holds of the listed tokens, and what our router may take.',
  group: 'Look',
  examples: ['balances -n sandbox', 'balances USDC DAI -n base --owner 0x…'],
  arguments: { tokens: { about: 'only these tokens', parse: tokenWord, rest: true, optional: true } },
  options: {
    owner: { flag: '--owner <address>', about: 'whose; default: the account', parse: address },
    all: { flag: '--all', about: 'show tokens of which there are none, too' },
  },
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/balances')).Balances,

  async run(context, { tokens = [], owner, all }) {
    const network = await tradable(context)
    const book = await context.tokens()
    const wanted =
      tokens.length === 0
        ? book.list(network.name)
        : await Promise.all(tokens.map((text) => book.resolve(network.name, text, true)))
    const whose = owner ?? (await chooseAccount(context)).address
    const trader = await context.trader()
    const holdings = await context.out.during('Reading balances', trader.balances(network.name, whose, wanted))
    const shown = holdings.filter(({ amount, allowance }) => all || tokens.length > 0 || amount > 0n || allowance > 0n)
    const rows = shown.map(({ token, amount, allowance }) => [
      safeSymbol(token.symbol),
      unitsText(amount, token),
      unitsText(allowance, token),
      checksum(token.address),
    ])
    const columns = [
      { title: 'TOKEN' },
      { title: 'HOLDS', align: 'right' },
      { title: 'ROUTER MAY TAKE', align: 'right' },
      { title: 'ADDRESS' },
    ] as const
    context.out.result({
      data: {
        owner: checksum(whose),
        balances: shown.map(({ token, amount, allowance }) => ({
          balance: amountView(amount, token),
          allowance: String(allowance),
        })),
      },
      lines: (screen) => (rows.length === 0 ? [`  ${checksum(whose)} holds none.`] : table(columns, rows, screen)),
      table: [['token', 'holds', 'allowance', 'address'], ...rows],
      meta: { network: network.name, chainId: network.chainId },
    })
  },
})
