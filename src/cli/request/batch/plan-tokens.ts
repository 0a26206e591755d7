/** The tokens that a plan's file names. Its id proves that nothing was damaged, not who wrote it. */
import { fail } from '#domain/errors'
import { findOtherName, type Token } from '#domain/token'
import type { BatchPlan } from '#domain/trade/batch/plan'
import type { TokenBook } from '#domain/trade/token-book'
import type { NetworkName } from '#domain/units'
import { checksum } from '#text/checksum'

interface NamedToken {
  readonly network: NetworkName
  readonly token: Token
}

/** Each token has to be called what it is called here, as if its row had named its address. @throws `BATCH_PLAN_CHANGED` */
export async function requireTrueNames(
  tokens: Pick<TokenBook, 'resolve'>,
  path: string,
  plan: Pick<BatchPlan, 'rows' | 'approvals'>,
): Promise<void> {
  for (const { network, token } of listNamed(plan)) {
    const known = await tokens.resolve(network, token.address, true)
    const actual = token.network === network ? findOtherName(known, token) : `a token of ${token.network}`
    if (actual === undefined) continue
    const named = `${token.symbol}, ${token.decimals} decimals${token.listed ? '' : ', in no list'}`
    throw fail('BATCH_PLAN_CHANGED', {
      path,
      reason: `it calls ${checksum(token.address)} on ${network} "${named}", and it is "${actual}"`,
    })
  }
}

function listNamed({ rows, approvals }: Pick<BatchPlan, 'rows' | 'approvals'>): readonly NamedToken[] {
  const all = [
    ...rows.flatMap(({ order: { network, sell, buy } }) => [sell, buy].map((token) => ({ network, token }))),
    ...approvals,
  ]
  const keyOf = ({ network, token }: NamedToken): string =>
    JSON.stringify([network, token.network, token.address, token.symbol, token.decimals, token.listed])
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}
