import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import { formatBlock } from '#cli/screens/layout/block'
import { allowanceText, amountLine } from '#cli/screens/layout/text'
import { formatTime } from '#domain/api/plain'
import { formatDecimal } from '#domain/format-decimal'
import { formatTokenWord } from '#domain/token'
import type { ApprovalPlan } from '#domain/trade/dialogue'
import type { ApprovalOutcome } from '#domain/trade/trader'
import type { Amount } from '#domain/units'
import { checksum, shortAddress } from '#text/checksum'

/** What the router may take now, and what to do next. */
export function approvalLines(
  { action, token, spender, before, needed, router }: ApprovalPlan,
  { allowance, account }: { readonly allowance: Amount | undefined; readonly account: string },
  { paint }: Screen,
): readonly string[] {
  const say = (raw: bigint): string => `${allowanceText(raw, token)} ${sanitizeSymbol(token.symbol)}`
  const now = allowance ?? before
  if (action !== 'none' && allowance === undefined)
    return [
      `${paint.good('✔')} The approval was sent; until it is mined, the router may take ${say(before)}.`,
      `  Next  ${paint.next('swapline tx wait last')}`,
    ]
  return [
    ...formatBlock(
      router === 'ours'
        ? [
            [
              ['Token', `${sanitizeSymbol(token.symbol)} ${shortAddress(token.address)}`],
              ['Spender', `router ${shortAddress(spender)} (ours)`],
            ],
          ]
        : [
            [['Token', `${sanitizeSymbol(token.symbol)} ${shortAddress(token.address)}`]],
            [['Spender', paint.warn(`router ${checksum(spender)} (NOT ours)`)]],
          ],
    ),
    action === 'none'
      ? `${paint.good('✔')} The router may take ${say(now)} already: nothing was sent.`
      : `${paint.good('✔')} The router may now take ${say(now)} (read back from the chain).`,
    ...(action === 'none' && before > needed && needed > 0n ? lowerLines({ token, needed, account }, paint) : []),
  ]
}

/** How a larger allowance is lowered: an approval only makes sure that there is enough. */
const lowerLines = (
  { token, needed, account }: Pick<ApprovalPlan, 'token' | 'needed'> & { readonly account: string },
  paint: Screen['paint'],
) => {
  const word = formatTokenWord(token)
  const amount = formatDecimal(needed, token.decimals)
  return [
    `  Less   ${paint.next(`swapline approve ${word} ${amount} --lower -n ${token.network} -a ${account}`)}`,
    `  None   ${paint.next(`swapline revoke ${word} -n ${token.network} -a ${account}`)}`,
  ]
}

/** A signed approval: valid once, for any sender, before its deadline. */
export function permitLines(
  { token }: ApprovalPlan,
  { signature, request }: NonNullable<ApprovalOutcome['permit']>,
  { paint }: Screen,
): readonly string[] {
  return [
    ...formatBlock([
      [['Token', `${sanitizeSymbol(token.symbol)} ${shortAddress(token.address)}`]],
      [['Amount', amountLine(request.value, token)]],
      [['Until', formatTime(request.deadline)]],
    ]),
    `${paint.good('✔')} Signed, and nothing was sent:`,
    `  ${signature}`,
  ]
}
