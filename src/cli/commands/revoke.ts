import { defineCommand } from '#cli/define-command'
import { parseAddress } from '#cli/parse/address'
import { integerParser } from '#cli/parse/plain'
import { parseTokenWord } from '#cli/parse/token-word'
import { nameEarlier } from '#cli/request/name-earlier'
import { findOpenApproval } from '#cli/request/open-approval'
import { requireTradable } from '#cli/request/quote-options'
import { grantWarning, revocationLines, unreadWarning } from '#cli/screens/trade/allowances'
import { chooseAccount } from '#cli/talk/choose-account'
import { createRevokeDialogue } from '#cli/talk/revoke-dialogue'
import { grantView, revocationStateOf, revocationView } from '#cli/views/trade/allowance'
import { fail } from '#domain/errors'
import type { Revocation } from '#domain/trade/allowances'
import { evm } from '#domain/units'
import { checksum } from '#text/checksum'

export const command = defineCommand({
  name: 'revoke',
  about: 'Take back what our router, or another spender you approved here, may take.',
  group: 'Trade',
  examples: ['revoke USDC -n base', 'revoke --all -n base', 'revoke USDC -n base --spender 0x…'],
  arguments: { tokens: { about: 'the tokens', parse: parseTokenWord, rest: true, optional: true } },
  options: {
    all: { flag: '--all', about: 'every token of the list, and every token you traded here' },
    spender: { flag: '--spender <address>', about: 'only from this spender', parse: parseAddress },
    confirmations: {
      flag: '--confirmations <n>',
      about: 'blocks to wait for',
      parse: integerParser(1, 1_000),
      fallback: '1',
    },
  },
  needsNetwork: () => true,
  sends: true,
  nameEarlier(context, { words, options }) {
    // of a spender that cannot be read any counts
    const [address] = /^0x[0-9a-f]{40}$/.exec(String(options.get('spender')).trim().toLowerCase()) ?? []
    const spender = address === undefined ? undefined : evm(address)
    const tokens = words.length === 0 ? undefined : words.map((word) => word.trim())
    nameEarlier(context, () => findOpenApproval(context, { purpose: 'revoke', words: tokens, spender }))
  },
  schema: async () => (await import('#cli/schemas/account/balances')).Revocations,

  async run(context, { tokens: words = [], all, spender, confirmations }) {
    const tokenWords = words.length === 0 ? undefined : words
    nameEarlier(context, () => findOpenApproval(context, { purpose: 'revoke', words: tokenWords, spender }))
    if (all === words.length > 0)
      throw fail('USAGE', {
        reason: all ? 'It is either --all or some tokens.' : 'Which token?',
        fix: 'swapline revoke <token>, or: swapline revoke --all',
      })
    const network = await requireTradable(context)
    const book = await context.tokens()
    const tokens = all ? undefined : await Promise.all(words.map((text) => book.resolve(network.name, text, true)))
    const account = await chooseAccount(context)
    const dialogue = createRevokeDialogue(context)
    const timeoutSeconds = context.settings.get('timeout')
    const request = { account: account.name, network: network.name, tokens, spender, confirmations, timeoutSeconds }
    try {
      const { revocations, unread, grants } = await (await context.trader()).revoke(request, dialogue)
      context.out.printResult({
        data: () => ({
          owner: checksum(account.address),
          revocations: revocations.map(revocationView),
          unread: unread.map(checksum),
          grants: grants.map(grantView),
        }),
        lines: (screen) => revocationLines({ revocations, unread }, network.name, screen),
        warnings: [...unread.map(unreadWarning), ...grants.map((one) => grantWarning(one, book.list(network.name)))],
        meta: { network: network.name, chainId: network.chainId },
        exit: exitOf(revocations),
      })
    } finally {
      dialogue.end()
    }
  },
})

/**
 * 13 if one may still be mined, since nothing about it is certain; 15 if some were taken back and others were not.
 * @throws the failure of the only one
 */
function exitOf(revocations: readonly Revocation[]): number {
  const failures = revocations.flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
  const [first] = failures
  if (first === undefined) return 0
  if (revocations.length === 1) throw first
  if (revocations.some((one) => revocationStateOf(one) === 'pending')) return 13
  return failures.length < revocations.length ? 15 : first.exit
}
