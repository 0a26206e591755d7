/** Prompts and progress of a trade, on stderr: a spinner during a step, a line when it is done. */

import type { Context } from '#cli/context'
import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { describeRecipient, type KnownParty } from '#cli/request/recipients'
import { claimQuestion, claimTermsLines, crossingQuestion, crossingTermsLines } from '#cli/screens/crossing/agreement'
import { crossQuoteLines } from '#cli/screens/crossing/quote'
import { quoteLines } from '#cli/screens/quote/quote'
import {
  approvalQuestion,
  approvalTermsLines,
  orderQuestion,
  orderTermsLines,
  revocationOffer,
  swapQuestion,
  swapTermsLines,
} from '#cli/screens/trade/agreement'
import { replacementLines, replacementQuestion } from '#cli/screens/trade/replacement'
import { progressLines } from '#cli/screens/trade/trade-progress'
import { createBusySpinner } from '#cli/talk/busy-spinner'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { isFailure } from '#domain/errors'
import { pendingOrder } from '#domain/relay/pending-order'
import type { Token } from '#domain/token'
import type { ClaimAgreement, CrossingTerms } from '#domain/trade/crossing'
import type { ApprovalPlan, Dialogue, Progress } from '#domain/trade/dialogue'
import type { TradeParties } from '#domain/trade/offline'
import { checksum } from '#text/checksum'

/** Risks that the user accepted by flag, so that they need no typed confirmation. */
export interface AllowedRisks {
  readonly recipient: boolean
  readonly unlisted: boolean
  readonly max: boolean
}

export interface TradeDialogue extends Dialogue {
  /** Of an approval without limit that is in a file: as before one that is planned here. */
  confirmUnlimited(token: Token): Promise<void>
  end(): void
}

export function createDialogue(
  context: Pick<Context, 'out' | 'prompts' | 'interruption' | 'addressBook' | 'accounts'>,
  allowed: AllowedRisks,
): TradeDialogue {
  const { out, prompts, interruption } = context
  const spinner = createBusySpinner(out)
  let contact: string | undefined
  const say = (lines: (screen: Screen) => readonly string[]): void => {
    spinner.stop()
    out.note(lines)
  }
  const confirmUnlimited = async (token: Token): Promise<void> => {
    spinner.stop()
    if (!allowed.max) await confirmEverything(prompts, token)
  }
  const confirmMax = async ({ after, needed, token }: ApprovalPlan): Promise<void> => {
    if (after > needed) await confirmUnlimited(token)
  }

  return {
    end: spinner.stop,
    tell(progress) {
      if (progress.what === 'intent') return interruption.setIntent(progress.id)
      if (progress.what === 'order') return interruption.setPending(pendingOrder(progress, 'Its end was not awaited'))
      const label = busyLabel(progress)
      if (label !== undefined) return spinner.start(label)
      // Who has to decide sees the price first.
      const lines = (prompts.canAsk ? firstQuoteLines(progress) : undefined) ?? progressLines(progress)
      if (lines !== undefined) say(lines)
      else spinner.stop()
    },

    async confirmRisks(quote) {
      spinner.stop()
      for (const token of allowed.unlisted ? [] : await findStrangeTokens(context, quote))
        await confirmUnlisted(prompts, token)
      const { to, from } = quote.request
      if (to === from) return
      const full = checksum(to)
      const known = await describeRecipient(context, to)
      contact = known.contact
      if (contact === undefined && !allowed.recipient)
        await prompts.confirmTyped(recipientQuestion(full, known.lookAlike), full.slice(-6), '--allow-recipient')
    },

    async confirmSwap(quote, terms) {
      spinner.stop()
      if (terms.approval !== undefined) await confirmMax(terms.approval)
      out.note((screen) => swapTermsLines(quote, { ...terms, contact }, screen))
      await prompts.confirm(swapQuestion(quote, terms))
    },

    async confirmOrder(quote, terms) {
      spinner.stop()
      if (terms.permit === 'dai') await confirmUnlimited(quote.sell)
      out.note((screen) => orderTermsLines(quote, { ...terms, contact }, screen))
      await prompts.confirm(orderQuestion(quote))
    },

    confirmUnlimited,

    ...confirmCrossings({ prompts, say, getContact: () => contact }),

    async confirmApproval(plan, gas, account) {
      spinner.stop()
      await confirmMax(plan)
      out.note((screen) => approvalTermsLines(plan, { gas, account }, screen))
      await prompts.confirm(approvalQuestion(plan))
    },

    async confirmReplacement(plan) {
      spinner.stop()
      out.note((screen) => replacementLines(plan, screen))
      await prompts.confirm(replacementQuestion(plan))
    },

    async offerRevocation(plan, gas) {
      spinner.stop()
      return prompts.canAsk && isAccepted(prompts.confirm(revocationOffer(plan, gas)))
    },
  }
}

async function isAccepted(question: Promise<void>): Promise<boolean> {
  try {
    await question
    return true
  } catch (error) {
    if (isFailure(error, 'DECLINED')) return false
    throw error
  }
}

function firstQuoteLines(progress: Progress): ((screen: Screen) => readonly string[]) | undefined {
  if (progress.what === 'quoted' && !progress.again)
    return (screen) => [...quoteLines(progress.quote, screen, { hasNext: false }), '']
  if (progress.what === 'cross-quoted' && !progress.again)
    return (screen) => [...crossQuoteLines(progress.quote, screen, { hasNext: false }), '']
  return undefined
}

interface CrossingTools {
  readonly prompts: Context['prompts']
  readonly say: (lines: (screen: Screen) => readonly string[]) => void
  /** The recipient's name, if it has one. */
  readonly getContact: () => string | undefined
}

/** The questions of swaps to another network. */
const confirmCrossings = ({ prompts, say, getContact }: CrossingTools) => ({
  async confirmCrossing(quote: CrossQuote, terms: CrossingTerms): Promise<void> {
    say((screen) => crossingTermsLines(quote, { ...terms, contact: getContact() }, screen))
    await prompts.confirm(crossingQuestion(quote, terms))
  },
  async confirmClaim(claim: ClaimAgreement): Promise<void> {
    say((screen) => claimTermsLines(claim, screen))
    await prompts.confirm(claimQuestion(claim))
  },
})

const confirmEverything = (prompts: Context['prompts'], { symbol }: Token): Promise<void> =>
  prompts.confirmTyped(
    `The router may take any amount of ${sanitizeSymbol(symbol)} until revoked`,
    'max',
    '--allow-max',
  )

function confirmUnlisted(prompts: Context['prompts'], { symbol, address }: Token): Promise<void> {
  const full = checksum(address)
  const question = `${sanitizeSymbol(symbol)} ${full} is UNVERIFIED, in no list`
  return prompts.confirmTyped(question, full.slice(-6), '--allow-unlisted')
}

const unlistedTokens = ({ sell, buy }: TradeParties): readonly Token[] =>
  (sell.address === buy.address ? [sell] : [sell, buy]).filter(({ listed }) => !listed)

const recipientQuestion = (full: string, alike: KnownParty | undefined): string =>
  alike === undefined
    ? `It goes to ${full}, not to the sender`
    : `It goes to ${full}, which only LOOKS like ${alike.name}, ${checksum(alike.address)}`

/** Unlisted tokens that the user has not added: those were confirmed then. */
async function findStrangeTokens(
  context: Pick<Context, 'addressBook'>,
  quote: TradeParties,
): Promise<readonly Token[]> {
  const unlisted = unlistedTokens(quote)
  if (unlisted.length === 0) return []
  const own = (await context.addressBook()).tokens(quote.request.network)
  return unlisted.filter(({ address }) => !own.some((token) => token.address === address))
}

function busyLabel(progress: Progress): string | undefined {
  if (progress.what === 'quoting') return 'Finding the best route'
  if (progress.what === 'bridging') return `Waiting for the payment on ${progress.toNetwork}`
  if (progress.what === 'signing-again') return 'Waiting for a new signature: the one before has expired'
  if (progress.what === 'waiting')
    return `Waiting for a block · slow? swapline tx speedup ${progress.intent.id.slice(0, 8)}`
  if (progress.what === 'allowance-wait')
    return `Waiting for another swap of ${sanitizeSymbol(progress.token.symbol)} by this account`
  return undefined
}
