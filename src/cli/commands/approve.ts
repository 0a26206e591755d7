import { checksum } from '#cli/checksum'
import { chooseAccount } from '#cli/choose-account'
import type { Context } from '#cli/context'
import { defineCommand, type Input } from '#cli/define-command'
import { createDialogue } from '#cli/dialogue'
import { namedQuote } from '#cli/named-quote'
import { address } from '#cli/parse/address'
import { amountText, toRaw } from '#cli/parse/amount'
import { choice, plainText, wholeNumber } from '#cli/parse/plain'
import { isIdPrefix } from '#cli/parse/reference'
import { tokenWord } from '#cli/parse/token-word'
import { tradable } from '#cli/quote-options'
import { approvalLines, permitLines } from '#cli/screens/approval'
import { transactionView } from '#cli/views/transaction'
import { fail } from '#domain/errors'
import type { Approved, ApproveRequest } from '#domain/trader'
import { amount } from '#domain/units'

const resets = choice(['auto', 'always', 'never'] as const)

const args = {
  what: { about: 'a quote, or a token', parse: tokenWord, ask: 'Which quote or token?' },
  amount: { about: 'how much of the token', parse: plainText, optional: true },
} as const

const options = {
  max: { flag: '--max', about: 'without limit: anyone who breaks the router could take all of it' },
  permit: { flag: '--permit', about: 'sign an approval (EIP-2612) and send nothing' },
  reset: { flag: '--reset <when>', about: 'to 0 first: auto, always, never', parse: resets, fallback: 'auto' },
  trustRouter: {
    flag: '--trust-router <address>',
    about: 'take a service’s router that is not ours; exact approvals, and the swap is tried first',
    parse: address,
  },
  confirmations: {
    flag: '--confirmations <n>',
    about: 'blocks to wait for',
    parse: wholeNumber(1, 1_000),
    fallback: '1',
  },
  allowUnlisted: { flag: '--allow-unlisted', about: 'take a token that stands in no list, by address' },
  allowMax: { flag: '--allow-max', about: 'do not ask about an approval without limit' },
} as const

type ApproveInput = Input<typeof args, typeof options>

export const command = defineCommand({
  name: 'approve',
  about: 'Let our router take exactly what a quote sells, or an amount of a token.',
  group: 'Trade',
  examples: ['approve last', 'approve USDT 1500 -n base'],
  arguments: args,
  options,
  sends: true,
  schema: async () => (await import('#cli/schemas/swap')).Approval,

  async run(context, input) {
    const of = await whatOf(context, input)
    const account = await chooseAccount(context)
    const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: input.allowMax })
    try {
      const { max, permit, reset, confirmations, trustRouter: trustedRouter } = input
      const seconds = context.settings.get('timeout')
      const trader = await context.trader()
      const name = account.name
      const request = { account: name, of, max, permit, reset, confirmations, seconds, wait: true, trustedRouter }
      show(context, await trader.approve(request, dialogue))
    } finally {
      dialogue.end()
    }
  },
})

async function whatOf(context: Context, input: ApproveInput): Promise<ApproveRequest['of']> {
  const { what, amount: text, max } = input
  if (text === undefined && (what === 'last' || isIdPrefix(what.toLowerCase())))
    return { quoteId: await namedQuote(context, what) }
  if (text === undefined && !max)
    throw fail('USAGE', { reason: 'How much? A token needs an amount, or --max.', fix: `swapline approve ${what} 100` })
  const network = await tradable(context)
  const token = await (await context.tokens()).resolve(network.name, what, input.allowUnlisted)
  const owner = await chooseAccount(context)
  const held = async () => (await context.trader()).spendable(network.name, owner.address, token)
  const needed = text === undefined ? amount(1n) : await toRaw(amountText(text), token, held)
  return { network: network.name, token, amount: needed }
}

const permitView = ({ signature, request }: NonNullable<Approved['permit']>) => ({
  signature,
  deadline: request.deadline,
  nonce: String(request.nonce),
  value: String(request.value),
})

function show({ out }: Context, { plan, allowance, intent, permit }: Approved): void {
  const txs = intent?.transactions ?? []
  out.result({
    data: {
      action: permit === undefined ? plan.action : 'permit',
      token: checksum(plan.token.address),
      spender: checksum(plan.spender),
      before: String(plan.before),
      after: String(allowance ?? plan.after),
      txs: txs.map(transactionView),
      ...(permit === undefined ? {} : { permit: permitView(permit) }),
    },
    lines: (screen) =>
      permit === undefined ? approvalLines(plan, allowance, screen) : permitLines(plan, permit, screen),
    meta: { network: plan.token.network },
  })
}
