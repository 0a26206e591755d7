import { checksum, shortAddress } from '#cli/checksum'
import type { Screen } from '#cli/out/screen'
import { block } from '#cli/screens/block'
import { amountLine } from '#cli/screens/text'
import { isoTime } from '#domain/api/plain'
import type { ApprovalPlan, Approved } from '#domain/trader'
import type { Amount } from '#domain/units'

const endless = 1n << 255n

/** What the router may take now, and what to do next. */
export function approvalLines(
  { action, token, spender, before, router }: ApprovalPlan,
  allowance: Amount | undefined,
  { paint }: Screen,
): readonly string[] {
  const say = (raw: bigint): string => (raw >= endless ? `any amount of ${token.symbol}` : amountLine(raw, token))
  const now = allowance ?? before
  return [
    ...block(
      router === 'ours'
        ? [
            [
              ['Token', `${token.symbol} ${shortAddress(token.address)}`],
              ['Spender', `router ${shortAddress(spender)} (ours)`],
            ],
          ]
        : [
            [['Token', `${token.symbol} ${shortAddress(token.address)}`]],
            [['Spender', paint.warn(`router ${checksum(spender)} (NOT ours)`)]],
          ],
    ),
    action === 'none'
      ? `${paint.good('✔')} The router may take ${say(now)} already: nothing was sent.`
      : `${paint.good('✔')} The router may now take ${say(now)} (read back from the chain).`,
  ]
}

/** A signed approval: good once, for whoever brings it to the chain before its deadline. */
export function permitLines(
  { token }: ApprovalPlan,
  { signature, request }: NonNullable<Approved['permit']>,
  { paint }: Screen,
): readonly string[] {
  return [
    ...block([
      [['Token', `${token.symbol} ${shortAddress(token.address)}`]],
      [['Amount', amountLine(request.value, token)]],
      [['Until', isoTime(request.deadline)]],
    ]),
    `${paint.good('✔')} Signed, and nothing was sent:`,
    `  ${signature}`,
  ]
}
