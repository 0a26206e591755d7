import { wrapText } from '#cli/out/failure'
import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { formatBlock } from '#cli/screens/layout/block'
import { formatTable } from '#cli/screens/layout/table'
import { allowanceText, shortUnitsText } from '#cli/screens/layout/text'
import { columnsOf } from '#cli/screens/layout/width'
import { formatTokenWord, type Token } from '#domain/token'
import type { KnownAllowance, OpenGrant, PlannedRevocation, Revocation, RevocationList } from '#domain/trade/allowances'
import type { Address, NetworkName } from '#domain/units'
import { checksum, shortAddress } from '#text/checksum'

/** Columns of an amount next to a whole address. */
const maxAmountColumns = 24

/** Exact, or rounded down if there is no room for it. */
function amountCell(raw: bigint, token: Token): string {
  const exact = allowanceText(raw, token)
  return columnsOf(exact) <= maxAmountColumns ? exact : `${shortUnitsText(raw, token, 12)}…`
}

/** Our router is known; another spender is shown in full if there is room. */
const spenderText = (spender: Address, isOurs: boolean, isShort: boolean): string =>
  isOurs ? `our router ${shortAddress(spender)}` : isShort ? shortAddress(spender) : checksum(spender)

const addressColumns = 42
const columns = [{ title: 'TOKEN' }, { title: 'MAY BE TAKEN', align: 'right' }, { title: 'BY' }] as const

/** A table that fits the screen as far as the amounts allow. */
function formatAllowances(list: readonly KnownAllowance[], screen: Screen): readonly string[] {
  const cells = list.map(
    ({ token, allowance }) => [sanitizeSymbol(token.symbol), amountCell(allowance, token)] as const,
  )
  const widest = (i: 0 | 1): number => Math.max(...cells.map((row) => columnsOf(row[i])))
  const isShort = widest(0) + widest(1) + addressColumns + 3 * 2 > screen.width
  const rows = list.map(({ spender, isOurs }, i) => [...(cells[i] ?? []), spenderText(spender, isOurs, isShort)])
  return formatTable(columns, rows, screen)
}

export interface ShownAllowances {
  readonly network: NetworkName
  readonly owner: Address
  /** The account that can take it back, by name; absent if an address was named. */
  readonly account: string | undefined
  readonly block: number
  readonly shown: readonly KnownAllowance[]
}

/** What may be taken, and how to take it back. */
export function allowanceLines(
  { network, owner, account, block, shown }: ShownAllowances,
  screen: Screen,
): readonly string[] {
  const { paint } = screen
  const given = shown.filter(({ allowance }) => allowance > 0n)
  const [first] = given
  if (shown.length === 0) return [`  No known spender may take anything of ${shortAddress(owner)} at block ${block}.`]
  return [
    `  ${checksum(owner)} at block ${block}`,
    ...formatAllowances(shown, screen),
    ...(first === undefined || account === undefined
      ? []
      : [`  Next  ${paint.next(`swapline revoke ${formatTokenWord(first.token)} -n ${network} -a ${account}`)}`]),
  ]
}

export const unreadWarning = (token: Address) => ({
  code: 'TOKEN_UNREADABLE',
  message: `${checksum(token)} is listed or was traded here, and does not answer: its allowance is unknown.`,
})

/** @param tokens the listed ones: another one is named by its address */
export function grantWarning({ token, spender, value, hash, nonce, isFile }: OpenGrant, tokens: readonly Token[]) {
  const known = tokens.find(({ address }) => address === token)
  const much = known === undefined ? checksum(token) : `${allowanceText(value, known)} ${sanitizeSymbol(known.symbol)}`
  const what = isFile ? 'An approval in a file' : 'An approval that was signed'
  return {
    code: 'GRANT_OPEN',
    message: `${what}, with nonce ${nonce}, can still let ${checksum(spender)} take ${much}: ${hash}. To make it void: swapline tx cancel ${hash}`,
  }
}

/** What is about to be taken back, for the one question about all of it. */
export function plannedRevocationLines(
  planned: readonly PlannedRevocation[],
  gas: string,
  screen: Screen,
): readonly string[] {
  const list = planned.map(({ plan: { token, spender, router, before: allowance } }) => {
    return { token, spender, isOurs: router === 'ours', allowance }
  })
  return [...formatAllowances(list, screen), ...formatBlock([[['Gas', gas]]])]
}

/** Each revocation's end. */
export function revocationLines(
  { revocations, unread }: Pick<RevocationList, 'revocations' | 'unread'>,
  network: NetworkName,
  screen: Screen,
): readonly string[] {
  if (revocations.length === 0 && unread.length > 0)
    return ['  Nothing was sent: of the tokens that answer, no known spender may take anything.']
  if (revocations.length === 0) return [`${screen.paint.good('✔')} There is nothing to take back: nothing was sent.`]
  return revocations.flatMap((one) => rowLines(one, network, screen))
}

function rowLines(one: Revocation, network: NetworkName, screen: Screen): readonly string[] {
  const { token, spender, isOurs, allowance, after, intent, failure } = one
  const { paint, width } = screen
  const what = `${sanitizeSymbol(token.symbol)}  ${spenderText(spender, isOurs, true)}`
  const hash = intent?.transactions.at(-1)?.hash
  const hashLine = hash === undefined ? [] : [`    ${hash}`]
  if (failure === undefined)
    return [
      `${paint.good('✔')} ${what}  ${amountCell(allowance, token)} → ${amountCell(after, token)}${intent === undefined ? ' (by another transaction)' : ''}`,
      ...hashLine,
    ]
  const follow = intent === undefined ? [] : [`swapline status ${intent.id.slice(0, 8)} -n ${network}`]
  return [
    `${paint.bad('✖')} ${what}  ${amountCell(allowance, token)} stays, as far as is known`,
    ...hashLine,
    ...wrapText(sanitize(failure.message, 600), width - 4).map((line) => `    ${line}`),
    ...[...failure.fix.slice(0, 1), ...follow].map((line) => `    → ${paint.next(sanitize(line, 400))}`),
  ]
}
