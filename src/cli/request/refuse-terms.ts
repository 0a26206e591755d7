import type { Context } from '#cli/context'
import { isIdPrefix } from '#cli/parse/reference'
import { quoteOptions } from '#cli/request/quote-options'
import type { SwapInput } from '#cli/request/swap-input'
import { fail } from '#domain/errors'

type TermName = keyof typeof quoteOptions

/** Of the options of a quote, what chooses how a given one is executed: it changes no term. */
const ofExecution = new Set<TermName>(['gasless', 'allowUnlisted'])

interface QuoteWords {
  readonly what: string
  readonly sell: string | undefined
  readonly dryRun: boolean
  readonly buildOnly: boolean
  readonly signOnly: boolean
}

/** One word that may be the id of a quote. */
const namesQuote = ({ what, sell }: Pick<QuoteWords, 'what' | 'sell'>): boolean =>
  sell === undefined && (what === 'last' || isIdPrefix(what.toLowerCase()))

/** Options that would change nothing, where the user expects that they do. @throws `USAGE` */
export function refuseIdle(
  { typedOptions }: Pick<Context, 'typedOptions'>,
  input: Pick<SwapInput, 'what' | 'sell' | 'requote' | 'exactOut' | 'bumpAfter'>,
): void {
  if (typedOptions.has('maxBumps') && input.bumpAfter === undefined)
    throw fail('USAGE', {
      reason: '--max-bumps limits --bump-after, which is missing.',
      fix: 'repeat with --bump-after 60s, or leave it out',
    })
  if (!typedOptions.has('requote') || input.requote === 'never') return // never is what happens
  if (input.exactOut)
    throw fail('USAGE', {
      reason: `A swap with --exact-out is by the one quote that finds what to sell, so --requote ${input.requote} changes nothing.`,
      fix: `leave it out, or name what you sell: swapline swap <amount> <sell> <buy> --requote ${input.requote}`,
    })
  if (namesQuote(input))
    throw fail('USAGE', {
      reason: `A quote that is given is never requested again, so --requote ${input.requote} changes nothing.`,
      fix: `leave it out, or name the trade: swapline swap <amount> <sell> <buy> --requote ${input.requote}`,
    })
}

/**
 * A quote has its terms. Others that are typed with it would be lost: the sender paid instead of a recipient, more
 * accepted to be lost than was said.
 * @throws `USAGE` with the options that a new quote needs
 */
export function refuseTerms({ typedOptions }: Pick<Context, 'typedOptions'>, input: QuoteWords): void {
  const { what, sell } = input
  if (!namesQuote({ what, sell })) return
  const namesSender = input.dryRun || input.buildOnly || input.signOnly
  const given = Object.keys(quoteOptions)
    .map((name) => name as TermName)
    // what is typed counts, not its value: the quote may have been made with another one than the default
    .filter((name) => typedOptions.has(name) && !ofExecution.has(name) && !(name === 'fromAddress' && namesSender))
    .map((name) => quoteOptions[name].flag)
  if (given.length === 0) return
  const flags = given.map((flag) => flag.split(' ')[0])
  throw fail('USAGE', {
    reason: `A quote has its terms already, so ${flags.join(' and ')} cannot change it.`,
    fix: `ask for a quote with them: swapline quote <amount> <sell> <buy> ${given.join(' ')}`,
  })
}
