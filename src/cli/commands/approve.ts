import type { Context } from '#cli/context'
import { defineCommand, type Input } from '#cli/define-command'
import { parseAddress } from '#cli/parse/address'
import { parseAmount, resolveAmount, unitsToRaw } from '#cli/parse/amount'
import { choiceParser, integerParser, parseText } from '#cli/parse/plain'
import { isIdPrefix } from '#cli/parse/reference'
import { parseTokenWord } from '#cli/parse/token-word'
import { findOfQuote, nameEarlier } from '#cli/request/name-earlier'
import { outOption } from '#cli/request/offline/out-option'
import { findOpenApproval } from '#cli/request/open-approval'
import { requireTradable } from '#cli/request/quote-options'
import { resolveQuoteId } from '#cli/request/resolve-quote-id'
import { grantWarning } from '#cli/screens/trade/allowances'
import { approvalLines, permitLines } from '#cli/screens/trade/approval'
import { chooseAccount } from '#cli/talk/choose-account'
import { createDialogue } from '#cli/talk/dialogue'
import { transactionView } from '#cli/views/trade/transaction'
import { fail } from '#domain/errors'
import type { QuoteUse } from '#domain/journal/quote-uses'
import { isUnusableQuote } from '#domain/quotes/unusable-quote'
import type { QuoteToApprove } from '#domain/trade/allowances'
import type { ApprovalOutcome, ApproveRequest } from '#domain/trade/trader'
import { amount } from '#domain/units'
import { checksum } from '#text/checksum'

const resetChoice = choiceParser(['auto', 'always', 'never'] as const)

const args = {
  what: {
    about: 'a quote, or a token',
    parse: parseTokenWord,
    ask: 'Which quote or token?',
    completes: ['token', 'quote'],
  },
  amount: { about: 'how much of the token', parse: parseText, optional: true },
} as const

const options = {
  max: { flag: '--max', about: 'without limit: anyone who breaks the router could take all of it' },
  maxIn: { flag: '--max-in <amount>', about: 'of a quote: never approve more than this', parse: parseText },
  permit: { flag: '--permit', about: 'sign an approval (EIP-2612) and send nothing' },
  reset: {
    flag: '--reset <when>',
    about: 'to 0 first: auto (if the token requires it), always, never',
    parse: resetChoice,
    fallback: 'auto',
  },
  trustRouter: {
    flag: '--trust-router <address>',
    about: 'accept a service’s router that is not ours; exact approvals, and the swap is simulated first',
    parse: parseAddress,
  },
  buildOnly: { flag: '--build-only', about: 'write the unsigned approval to a file, to be signed elsewhere' },
  out: outOption,
  lower: { flag: '--lower', about: 'set a larger allowance to this amount too' },
  confirmations: {
    flag: '--confirmations <n>',
    about: 'blocks to wait for',
    parse: integerParser(1, 1_000),
    fallback: '1',
  },
  noWait: { flag: '--no-wait', about: 'return once the node has the approval' },
  allowUnlisted: { flag: '--allow-unlisted', about: 'accept an unlisted token, by address' },
  allowMax: { flag: '--allow-max', about: 'do not ask about an approval without limit' },
} as const

type ApproveInput = Input<typeof args, typeof options>

export const command = defineCommand({
  name: 'approve',
  about: 'Let our router take exactly what a quote sells, or an amount of a token; 0 takes it back.',
  group: 'Trade',
  examples: ['approve last', 'approve USDT 1500 -n base', 'approve USDT 0 -n base'],
  arguments: args,
  options,
  // A quote has its network.
  needsNetwork: ({ length }) => length > 1,
  sends: true,
  nameEarlier(context, { words: [what = '', text] }) {
    nameEarlier(context, () => findEarlier(context, what.trim(), text))
  },
  schema: async () => (await import('#cli/schemas/trade/swap')).Approval,

  async run(context, input) {
    const { buildOnly } = input
    nameEarlier(context, () => findEarlier(context, input.what, input.amount))
    try {
      const of = await resolveTarget(context, input)
      await (buildOnly ? writeFile(context, of, input) : approve(context, of, input))
    } catch (error) {
      // its swap, or its approval, may have been sent: the journal has them for good
      if (isUnusableQuote(error) && error.details.id !== 'last') context.interruption.setIntent(error.details.id)
      throw error
    }
  },
})

/** What was signed for the same quote; or for the same token, to take its allowance back as `revoke` does, or to give one. */
async function findEarlier(context: Context, what: string, text: string | undefined): Promise<QuoteUse | undefined> {
  if (text === undefined && isOfQuote(what)) return findOfQuote(context, what, 'approval')
  const purpose = text !== undefined && isZero(text) ? 'revoke' : 'approve'
  return findOpenApproval(context, { purpose, words: [what], spender: undefined })
}

const isOfQuote = (what: string): boolean => what === 'last' || isIdPrefix(what.toLowerCase())

async function approve(context: Context, of: ApproveRequest['of'], input: ApproveInput): Promise<void> {
  const { name } = await chooseAccount(context)
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: input.allowMax })
  try {
    const { max, permit, reset, lower, confirmations, noWait, trustRouter: trustedRouter } = input
    const timeoutSeconds = context.settings.get('timeout')
    const trader = await context.trader()
    const request = {
      account: name,
      of,
      max,
      permit,
      reset,
      lower,
      confirmations,
      timeoutSeconds,
      wait: !noWait,
      trustedRouter,
    }
    const outcome = await trader.approve(request, dialogue)
    const { plan, intent } = outcome
    const grants = plan.action === 'revoke' && intent !== undefined ? await trader.findGrantsAfter(intent) : []
    const listed = grants.length === 0 ? [] : (await context.tokens()).list(plan.token.network)
    const warnings = grants.map((one) => grantWarning(one, listed))
    printApproval(context, { account: name, outcome, warnings })
  } finally {
    dialogue.end()
  }
}

async function writeFile(context: Context, of: ApproveRequest['of'], input: ApproveInput): Promise<void> {
  const { max, permit, lower, trustRouter, out: path } = input
  if (max || permit || lower || trustRouter !== undefined)
    throw fail('USAGE', { reason: 'What is signed elsewhere is an exact approval of our router.' })
  const { buildApprovalFile } = await import('#cli/request/offline/build')
  await buildApprovalFile(context, of, path)
}

async function resolveTarget(context: Context, input: ApproveInput): Promise<ApproveRequest['of']> {
  const { what, amount: text, max, maxIn, lower, permit } = input
  if (max && lower)
    throw fail('USAGE', { reason: 'An approval is either without limit or lowered.', fix: 'leave out --max' })
  const revokes = text !== undefined && isZero(text)
  if (revokes && (max || permit))
    throw fail('USAGE', {
      reason: `An amount of 0 takes the allowance back: it has no ${max ? '--max' : '--permit'}.`,
      fix: `swapline revoke ${what}`,
    })
  if (text === undefined && isOfQuote(what)) return resolveQuote(context, input)
  if (maxIn !== undefined)
    throw fail('USAGE', {
      reason: 'Of a token exactly the amount that you name is approved: --max-in is for a quote.',
      fix: 'leave out --max-in',
    })
  return resolveSum(context, input, revokes)
}

async function resolveQuote(context: Context, { what, maxIn }: ApproveInput): Promise<QuoteToApprove> {
  await refuseCrossing(context, what)
  const quoteId = await resolveQuoteId(context, what)
  if (maxIn === undefined) return { quoteId }
  const { quote } = await (await context.service()).getQuote(quoteId)
  return { quoteId, maximumIn: unitsToRaw(maxIn, quote.sell) }
}

async function resolveSum(
  context: Context,
  { what, amount: text, max, allowUnlisted }: ApproveInput,
  revokes: boolean,
): Promise<ApproveRequest['of']> {
  if (text === undefined && !max)
    throw fail('USAGE', { reason: 'How much? A token needs an amount, or --max.', fix: `swapline approve ${what} 100` })
  const network = await requireTradable(context)
  const token = await (await context.tokens()).resolve(network.name, what, allowUnlisted)
  if (revokes) return { network: network.name, token, amount: amount(0n) }
  const owner = await chooseAccount(context)
  const held = async () => (await context.trader()).getSpendable(network.name, owner.address, token)
  const needed = text === undefined ? amount(1n) : await resolveAmount(parseAmount(text), token, held)
  return { network: network.name, token, amount: needed }
}

/** `last` may be of either kind: the newest of the other kind is another trade. @throws `USAGE` */
async function refuseCrossing(context: Context, what: string): Promise<void> {
  const { findCrossQuote } = await import('#cli/request/crossing/is-crossing')
  const found = await findCrossQuote(context, what)
  if (found === undefined) return
  throw fail('USAGE', {
    reason: 'This quote is of a swap to another network, which approves what it sells by itself.',
    fix: `swapline swap ${found.quote.id.slice(0, 8)}`,
  })
}

/** 0 in whole tokens or in the smallest unit, which no other amount may be. */
const isZero = (text: string): boolean => /^(?:raw:)?0+(?:\.0+)?$/.test(text.trim())

const permitView = ({ signature, request }: NonNullable<ApprovalOutcome['permit']>) => ({
  signature,
  deadline: request.deadline,
  nonce: String(request.nonce),
  value: String(request.value),
})

interface ApprovalResult {
  readonly account: string
  readonly outcome: ApprovalOutcome
  readonly warnings: readonly ReturnType<typeof grantWarning>[]
}

function printApproval({ out }: Context, { account, outcome, warnings }: ApprovalResult): void {
  const { plan, allowance, intent, permit } = outcome
  const txs = intent?.transactions ?? []
  out.printResult({
    data: {
      action: permit === undefined ? plan.action : 'permit',
      token: checksum(plan.token.address),
      spender: checksum(plan.spender),
      before: String(plan.before),
      ...(plan.reserved === undefined || plan.reserved === 0n ? {} : { reserved: String(plan.reserved) }),
      after: String(allowance ?? plan.after),
      txs: txs.map(transactionView),
      ...(permit === undefined ? {} : { permit: permitView(permit) }),
    },
    lines: (screen) =>
      permit === undefined ? approvalLines(plan, { allowance, account }, screen) : permitLines(plan, permit, screen),
    warnings,
    meta: { network: plan.token.network },
  })
}
