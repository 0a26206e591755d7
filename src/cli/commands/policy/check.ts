import { defineCommand } from '#cli/define-command'
import { parseAmount, resolveAmount } from '#cli/parse/amount'
import { parseRecipient } from '#cli/parse/recipient'
import { requireTradable, tradeArguments } from '#cli/request/quote-options'
import { resolveRecipient } from '#cli/request/recipients'
import { fail, isFailure } from '#domain/errors'

export const check = defineCommand({
  name: 'policy-check',
  about: 'Say whether a trade would be signed now. Signs nothing; the gas is not counted.',
  examples: ['policy check 100 USDC ETH -n base', 'policy check 1 ETH USDC --to-address 0x… -n base'],
  arguments: { ...tradeArguments, amount: { ...tradeArguments.amount, about: 'how much to sell: 1.5 or raw:1500000' } },
  options: {
    toAddress: { flag: '--to-address <address>', about: 'recipient; default: the sender', parse: parseRecipient },
  },
  needsNetwork: () => true,
  schema: async () => (await import('#cli/schemas/account/policy')).PolicyCheck,

  async run(context, { amount, sell: sellWord, buy: buyWord, toAddress }) {
    const { name: network } = await requireTradable(context)
    const book = await context.tokens()
    const [sell, buy] = [await book.resolve(network, sellWord, true), await book.resolve(network, buyWord, true)]
    const sellAmount = await resolveAmount(parseAmount(amount), sell, async () => {
      throw fail('USAGE', { reason: 'A share and max need an account.', fix: 'write the amount' })
    })
    const recipient = await resolveRecipient(context, { toAddress })
    const recipients = recipient === undefined ? [] : [recipient]
    const asked = { network, sell: sell.address, sellAmount, buy: buy.address, recipients }
    const refusal = await (await context.policy()).requireAllowed(asked).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal !== undefined && !isFailure(refusal, 'POLICY_VIOLATED')) throw refusal
    context.out.printResult({
      data: { allowed: refusal === undefined, reason: refusal?.message ?? null, fix: [...(refusal?.fix ?? [])] },
      lines: ({ paint }) =>
        refusal === undefined
          ? [`${paint.good('✔')} The policy allows it now`]
          : [`${paint.bad('✖')} ${refusal.message}`, ...refusal.fix.map((line) => `  → ${paint.next(line)}`)],
      exit: refusal === undefined ? 0 : 16,
    })
  },
})
