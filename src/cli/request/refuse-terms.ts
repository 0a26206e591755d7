import { isIdPrefix } from '#cli/parse/reference'
import { type QuoteInput, quoteOptions } from '#cli/request/quote-options'
import { fail } from '#domain/errors'

type TermName = keyof typeof quoteOptions

/** Of the options of a quote, what chooses how a given one is executed: it changes no term. */
const ofExecution = new Set<TermName>(['gasless', 'allowUnlisted'])

interface QuoteWords extends QuoteInput {
  readonly what: string
  readonly sell: string | undefined
  readonly dryRun: boolean
  readonly buildOnly: boolean
  readonly signOnly: boolean
}

/**
 * A quote has its terms. Others that are typed with it would be lost: the sender paid instead of a recipient, more
 * accepted to be lost than was said.
 * @throws `USAGE` with the options that a new quote needs
 */
export function refuseTerms(input: QuoteWords): void {
  const { what, sell } = input
  if (sell !== undefined || (what !== 'last' && !isIdPrefix(what.toLowerCase()))) return // it names no quote
  const namesSender = input.dryRun || input.buildOnly || input.signOnly
  const given = Object.keys(quoteOptions)
    .map((name) => name as TermName)
    .filter((name) => !ofExecution.has(name) && !(name === 'fromAddress' && namesSender) && isGiven(name, input[name]))
    .map((name) => quoteOptions[name].flag)
  if (given.length === 0) return
  const flags = given.map((flag) => flag.split(' ')[0])
  throw fail('USAGE', {
    reason: `A quote has its terms already, so ${flags.join(' and ')} cannot change it.`,
    fix: `ask for a quote with them: swapline quote <amount> <sell> <buy> ${given.join(' ')}`,
  })
}

/** A default counts as not typed. */
function isGiven(name: TermName, value: unknown): boolean {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return false
  const option = quoteOptions[name]
  return !('fallback' in option) || value !== option.parse(option.fallback)
}
