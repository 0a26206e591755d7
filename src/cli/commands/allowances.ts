import { defineCommand } from '#cli/define-command'
import { sanitizeSymbol } from '#cli/out/safe-text'
import { parseAddress } from '#cli/parse/address'
import { parseTokenWord } from '#cli/parse/token-word'
import { requireTradable } from '#cli/request/quote-options'
import { allowanceLines, unreadWarning } from '#cli/screens/trade/allowances'
import { chooseAccount, chooseOwner } from '#cli/talk/choose-account'
import { allowanceView, blockView } from '#cli/views/trade/allowance'
import { formatDecimal } from '#domain/format-decimal'
import type { KnownAllowance } from '#domain/trade/allowances'
import { checksum } from '#text/checksum'

export const command = defineCommand({
  name: 'allowances',
  about: 'Show what our router, and every other spender you approved here, may take.',
  group: 'Look',
  examples: ['allowances -n sandbox', 'allowances USDC -n base --owner 0x…'],
  arguments: { tokens: { about: 'only these tokens', parse: parseTokenWord, rest: true, optional: true } },
  options: {
    owner: { flag: '--owner <address>', about: 'whose allowances; default: the account', parse: parseAddress },
    spender: { flag: '--spender <address>', about: 'only this spender', parse: parseAddress },
    all: { flag: '--all', about: 'also show allowances of zero' },
  },
  needsNetwork: () => true,
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/account/balances')).Allowances,

  async run(context, { tokens: words = [], owner, spender, all }) {
    const network = await requireTradable(context)
    const book = await context.tokens()
    const tokens =
      words.length === 0 ? undefined : await Promise.all(words.map((text) => book.resolve(network.name, text, true)))
    const whose = await chooseOwner(context, owner, '--owner')
    const account = owner === undefined ? (await chooseAccount(context)).name : undefined
    const trader = await context.trader()
    const request = { network: network.name, owner: whose, tokens, spender }
    const { block, allowances, unread } = await context.out.withSpinner(
      'Reading allowances',
      trader.allowances(request),
    )
    const shown = allowances.filter(({ allowance }) => all || tokens !== undefined || allowance > 0n)
    context.out.printResult({
      data: { owner: checksum(whose), allowances: shown.map(allowanceView), unread: unread.map(checksum) },
      lines: (screen) =>
        allowanceLines({ network: network.name, owner: whose, account, block: block.number, shown }, screen),
      table: [['token', 'address', 'allowance', 'spender', 'ours'], ...shown.map(toCsvRow)],
      warnings: unread.map(unreadWarning),
      meta: { network: network.name, chainId: network.chainId, block: blockView(block) },
    })
  },
})

const toCsvRow = ({ token, spender, isOurs, allowance }: KnownAllowance): readonly string[] => [
  sanitizeSymbol(token.symbol),
  checksum(token.address),
  formatDecimal(allowance, token.decimals),
  checksum(spender),
  String(isOurs),
]
