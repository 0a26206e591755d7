import type { Context } from '#cli/context'
import { parseRecipient } from '#cli/parse/recipient'
import { parseTokenWord } from '#cli/parse/token-word'
import { requireTradable } from '#cli/request/quote-options'
import { resolveRecipient } from '#cli/request/recipients'
import { fail } from '#domain/errors'
import { isLimitText } from '#domain/policy/parse-policy'
import { noRules, type PolicyRules, type PolicyToken, type RuleChange, type TokenLimit } from '#domain/policy/policy'
import type { Address } from '#domain/units'
import { allNetworks, findNetwork } from '#networks/find'

/** The words of the rules, as users write them. */
export const ruleWords = ['per-tx', 'per-day', 'allow-tokens', 'deny-tokens', 'allow-recipients', 'networks'] as const
export type RuleWord = (typeof ruleWords)[number]

const limitRules = { 'per-tx': 'perTransaction', 'per-day': 'perDay' } as const
const tokenRules = { 'allow-tokens': 'allowTokens', 'deny-tokens': 'denyTokens' } as const

/** Sets one rule. A list replaces the former one. @throws `USAGE`, and what the parsers throw */
export async function parseSetting(
  context: Context,
  { rule, words }: { readonly rule: RuleWord; readonly words: readonly string[] },
): Promise<RuleChange> {
  if (rule === 'per-tx' || rule === 'per-day') {
    const name = limitRules[rule]
    const limit = await parseLimit(context, rule, words)
    return (rules) => ({ ...rules, [name]: [...dropToken(rules[name], limit.token), limit] })
  }
  if (words.length === 0)
    throw fail('USAGE', { reason: `Missing: what to allow.`, fix: `swapline policy set ${rule} …` })
  const list =
    rule === 'networks'
      ? { networks: words.map((word) => findNetwork(word).name) }
      : rule === 'allow-recipients'
        ? { allowRecipients: await parseRecipients(context, words) }
        : { [tokenRules[rule]]: await Promise.all(words.map((word) => parseToken(context, word))) }
  return (rules) => ({ ...rules, ...list })
}

/**
 * Removes one rule, or one token's limit.
 * @param policies those that bind now @throws `USAGE` if none of them has such a limit
 */
export async function parseRemoval(
  context: Context,
  policies: readonly PolicyRules[],
  { rule, token }: { readonly rule: RuleWord; readonly token: string | undefined },
): Promise<RuleChange> {
  if (rule === 'per-tx' || rule === 'per-day') {
    const name = limitRules[rule]
    if (token === undefined) return (rules) => ({ ...rules, [name]: [] })
    const parsed = await parseToken(context, token)
    if (policies.every((rules) => dropToken(rules[name], parsed).length === rules[name].length))
      throw fail('USAGE', { reason: `There is no limit ${rule} of ${token}.`, fix: 'swapline policy show' })
    return (rules) => ({ ...rules, [name]: dropToken(rules[name], parsed) })
  }
  if (token !== undefined)
    throw fail('USAGE', { reason: `${rule} is removed as a whole.`, fix: `swapline policy unset ${rule}` })
  const name = rule === 'networks' ? 'networks' : rule === 'allow-recipients' ? 'allowRecipients' : tokenRules[rule]
  return (rules) => ({ ...rules, [name]: noRules[name] })
}

/** Contacts are their addresses from now on: a changed contact does not change the policy. */
const parseRecipients = async (context: Context, words: readonly string[]): Promise<readonly Address[]> => {
  const parsed = words.map(parseRecipient) // all of them first: nobody would wait for the ones begun before a wrong one
  const found = await Promise.all(parsed.map((toAddress) => resolveRecipient(context, { toAddress })))
  return found.filter((address) => address !== undefined)
}

async function parseLimit(context: Context, rule: string, words: readonly string[]): Promise<TokenLimit> {
  const [word, limit, ...more] = words
  if (word === undefined || limit === undefined || more.length > 0)
    throw fail('USAGE', {
      reason: 'A limit is a token and the most of it that may be spent.',
      fix: `swapline policy set ${rule} USDC 1000`,
    })
  if (!isLimitText(limit))
    throw fail('INVALID_AMOUNT', { value: limit, reason: 'a limit is written in plain digits; 0 forbids the token' })
  return { token: await parseToken(context, word), limit }
}

/**
 * A symbol means every network that lists it; an address means one contract, whose decimals are read from the chain.
 * @throws `TOKEN_NOT_FOUND` for a symbol that no network lists
 */
export async function parseToken(context: Context, text: string): Promise<PolicyToken> {
  const word = parseTokenWord(text)
  if (word.includes('0x')) {
    const { name } = await requireTradable(context)
    const { network, address, symbol, decimals } = await (await context.tokens()).resolve(name, word, true)
    return { network, address, symbol, decimals }
  }
  for (const { entry } of allNetworks()) {
    const symbols = entry === undefined ? [] : [entry.native.symbol, ...entry.tokens.map(({ symbol }) => symbol)]
    const symbol = symbols.find((one) => one.toUpperCase() === word.toUpperCase())
    if (symbol !== undefined) return { symbol }
  }
  throw fail('TOKEN_NOT_FOUND', { text: word, network: 'any network', nearest: [] })
}

const dropToken = (limits: readonly TokenLimit[], token: PolicyToken): readonly TokenLimit[] =>
  limits.filter((limit) => keyOf(limit.token) !== keyOf(token))

const keyOf = (token: PolicyToken): string =>
  'address' in token ? `${token.network} ${token.address}` : token.symbol.toUpperCase()
