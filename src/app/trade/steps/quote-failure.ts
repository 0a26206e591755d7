/** A command that cannot use its quote: what was signed for the quote before, by any command, is told with it. */
import type { TradeContext } from '#app/context'
import { nameRecordedLeftover } from '#app/trade/allowance/recorded-leftover'
import { nameIfFiled } from '#app/trade/steps/name-file'
import type { SwapError } from '#domain/errors'
import { listFurther } from '#domain/journal/further-approvals'
import { sayCancelled, toOutcome } from '#domain/journal/outcome'
import { type Intent, purposeOf } from '#domain/journal/swap'
import type { UnusableQuoteError } from '#domain/quotes/unusable-quote'

type Records = { readonly journal: Pick<TradeContext['journal'], 'readByQuote' | 'findByKey'> }

/**
 * By the journal alone.
 * @param found the intent that the command worked on, or that a swap by the quote is
 * @returns the outcome of the swap if one was signed, or the file that its transaction went into; otherwise `met`, with the
 *   approvals that were sent
 */
export async function toQuoteFailure(
  { journal }: Records,
  found: Intent | undefined,
  met: UnusableQuoteError,
): Promise<SwapError> {
  const { swaps, approvals } = await journal.readByQuote(met.details.id)
  const own = found ?? swaps.find((one) => purposeOf(one) !== undefined) ?? swaps[0]
  const cause = nameIfFiled(own, met)
  const [approval] = approvals
  const intent = own ?? (approval && asUnsignedSwap(approval))
  // of another name for the quote the approval alone may have been sent
  const unswapped = swaps.filter((one) => one.id !== own?.id && purposeOf(one) === undefined)
  const kept = [...(own === undefined ? [] : [own]), ...unswapped]
  const further = await Promise.all(kept.map((one) => listFurther({ journal }, one)))
  // a further approval of `approve` is found twice if that is what the command worked on
  const all = new Map([...unswapped, ...approvals, ...further.flat()].map((one) => [one.id, one]))
  const others = [...all.values()].filter((one) => one.id !== own?.id)
  if (intent === undefined || [intent, ...others].every(({ transactions }) => transactions.length === 0))
    return cause.code === 'QUOTE_CONSUMED' ? cause.withContext({ why: unsigned, ...cause.context }) : cause

  const failure = toOutcome(intent, cause, others)
  // only of a quote that nobody has used is it sure that its approval was not used either
  const told = cause.code === 'QUOTE_EXPIRED' ? nameRecordedLeftover(intent, others, failure) : failure
  if (told.code !== cause.code || purposeOf(intent) !== undefined) return told
  if ('swap' in cause.details) return told // it names the swap that was signed
  const isSent = told.context.approvals !== undefined
  if (!isSent && cause.code !== 'QUOTE_CONSUMED') return told
  const cancelled = sayCancelled([intent, ...others].flatMap(({ transactions }) => transactions))
  return told.withContext({ why: `${isSent ? 'Its approval was sent. ' : ''}${whys[cause.code]}${cancelled}` })
}

const unsigned = 'A payload was built from it: this machine has signed none, and whether another one has is unknown.'
const whys = {
  QUOTE_NOT_FOUND: 'This machine has signed no swap by it.',
  QUOTE_EXPIRED: 'Its swap was not, and cannot be any more.',
  QUOTE_CONSUMED: unsigned,
} as const

/** Of a quote with an approval of its own and no swap: the approval is all that was sent for it. */
const asUnsignedSwap = (approval: Intent): Intent => ({ ...approval, kind: 'swap', transactions: [] })
