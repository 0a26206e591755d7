import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { formatBlock, wrapEntry } from '#cli/screens/layout/block'
import { formatTable } from '#cli/screens/layout/table'
import { groupDigits } from '#cli/screens/layout/text'
import { formatDecimal } from '#domain/format-decimal'
import {
  type LimitUse,
  type PolicyRules,
  type PolicyToken,
  policyDecimals,
  type StoredPolicy,
} from '#domain/policy/policy'
import { checksum, shortAddress } from '#text/checksum'

const nameWidth = 12

/** `USDC`, or `FOO 0x19E7…FF2A on base`. */
export const policyTokenText = (token: PolicyToken): string =>
  'address' in token
    ? `${sanitizeSymbol(token.symbol)} ${shortAddress(token.address)} on ${token.network}`
    : sanitizeSymbol(token.symbol)

/** The rules of a policy; `usage` is absent if nothing was counted. */
export function policyLines(
  rules: PolicyRules,
  usage: readonly LimitUse[] | undefined,
  screen: Screen,
): readonly string[] {
  const lists: readonly (readonly [name: string, words: readonly string[]])[] = [
    ['Only tokens', rules.allowTokens.map(policyTokenText)],
    ['No tokens', rules.denyTokens.map(policyTokenText)],
    ['Networks', rules.networks],
  ]
  const said = lists.filter(([, words]) => words.length > 0)
  const limited = [...rules.perTransaction, ...rules.perDay].length > 0
  const open = limited && rules.allowTokens.length === 0
  return [
    ...(usage === undefined ? limitRows(rules) : usageTable(usage, screen)),
    ...said.flatMap(([name, words]) => wrapEntry([name, words.join(', ')], { screen, nameWidth })),
    ...formatBlock(
      rules.allowRecipients.map((address, i) => [[i === 0 ? 'Pays only' : '', checksum(address)]] as const),
      nameWidth,
    ),
    ...(rules.allowRecipients.length === 0 ? [] : formatBlock([[['', 'and the sender itself']]], nameWidth)),
    ...(open
      ? [`  Tokens without a limit are not limited; next: ${screen.paint.next('policy set allow-tokens …')}`]
      : []),
  ]
}

/** What binds after a change: each policy with its file, if the folders of keys have different ones. */
export const policiesLines = (policies: readonly StoredPolicy[], screen: Screen): readonly string[] =>
  policies.flatMap((policy) => [
    ...policyLines(policy, undefined, screen),
    ...(policies.length === 1 ? [] : [`  ${screen.paint.dim(sanitize(policy.path, 200))}`]),
  ])

function usageTable(usage: readonly LimitUse[], screen: Screen): readonly string[] {
  if (usage.length === 0) return []
  const show = (amount: bigint): string => groupDigits(formatDecimal(amount, policyDecimals))
  const rows = usage.map(({ limit, per, max, spent }) => [
    policyTokenText(limit.token),
    per === 'day' ? '24 hours' : per,
    show(max),
    per === 'day' ? show(spent) : '',
    per === 'day' ? show(max > spent ? max - spent : 0n) : '',
  ])
  const right = (title: string) => ({ title, align: 'right' }) as const
  return formatTable(
    [{ title: 'TOKEN' }, { title: 'PER' }, right('AT MOST'), right('SIGNED'), right('LEFT')],
    rows,
    screen,
  )
}

const limitRows = ({ perTransaction, perDay }: PolicyRules): readonly string[] =>
  formatBlock(
    [
      ...perTransaction.map((one) => ({ ...one, per: 'transaction' })),
      ...perDay.map((one) => ({ ...one, per: '24 hours' })),
    ].map(
      ({ token, limit, per }) => [['At most', `${groupDigits(limit)} ${policyTokenText(token)} per ${per}`]] as const,
    ),
    nameWidth,
  )
