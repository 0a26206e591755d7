import type { TradeContext } from '#app/context'
import { boundApprovalGas } from '#app/trade/allowance/approve'
import { isAwaitedApproval, readAllowanceState, readMostAllowed, sumTakes } from '#app/trade/allowance/pending'
import { describeLeftover, findUnusedApproval } from '#app/trade/allowance/recorded-leftover'
import { revokeAllowance } from '#app/trade/allowance/revoke'
import { getRouterOwner } from '#app/trade/checks/our-router'
import type { Chain } from '#domain/chain/port'
import { SwapError } from '#domain/errors'
import { listFurther } from '#domain/journal/further-approvals'
import type { Intent } from '#domain/journal/swap'
import type { Quote } from '#domain/quotes/quote'
import type { Account, Signer } from '#domain/trade/accounts'
import type { ApprovalPlan, Dialogue } from '#domain/trade/dialogue'
import type { SwapRequest } from '#domain/trade/trader'
import { amount } from '#domain/units'

interface EndedSwap {
  readonly chain: Chain
  readonly intent: Intent
  readonly quote: Pick<Quote, 'sell' | 'router'> & { readonly usd: { readonly native?: number | undefined } }
  readonly signer: Signer
  readonly account: Account
  readonly request: Pick<SwapRequest, 'approve' | 'confirmations' | 'timeoutSeconds'>
}

/**
 * The failure of a swap with what the approvals sent for it left behind, unless the user takes that back when asked. An
 * approval without limit was meant to stay.
 * @returns `error` itself if it is no failure, or if the swap may still use the allowance
 */
export async function nameLeftover(
  context: TradeContext,
  ended: EndedSwap,
  dialogue: Dialogue,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof SwapError) || ended.request.approve === 'max') return error
  try {
    const intent = await context.journal.find(ended.intent.id)
    if (intent === undefined || findUnusedApproval(intent, await listFurther(context, intent)) === undefined)
      return error
    return await offerRemoval(context, ended, dialogue, error)
  } catch (failed) {
    if (failed instanceof SwapError) return error // it is named from the journal alone
    throw failed
  }
}

async function offerRemoval(
  context: TradeContext,
  { chain, quote, signer, account, request }: EndedSwap,
  dialogue: Dialogue,
  error: SwapError,
): Promise<SwapError> {
  const { sell: token, router: spender } = quote
  const target = { token, owner: signer.address, spender }
  const { pending } = await readAllowanceState(context, chain, target)
  const allowance = await readMostAllowed(context, chain, target)
  if (allowance <= sumTakes(pending))
    // an endpoint that has not reached the approval's block does not show what it left: the journal names it
    return pending.some(isAwaitedApproval) ? error : error.withContext({ leftover: 'none' })
  const leftover = describeLeftover({
    token,
    spender,
    raw: allowance,
    account: account.name,
    say: (much) => `The router may still take ${much}.`,
  })
  const router = getRouterOwner(chain.network, spender)
  const none = amount(0n)
  const plan: ApprovalPlan = { action: 'revoke', token, spender, router, before: allowance, needed: none, after: none }
  const nativeUsd = quote.usd.native
  if (dialogue.offerRevocation === undefined) return error.withContext({ leftover })
  const gas = await boundApprovalGas(chain, { plan, owner: signer.address, nativeUsd }).catch(() => undefined)
  if (gas === undefined || !(await dialogue.offerRevocation(plan, gas))) return error.withContext({ leftover })
  const known = { token, spender, isOurs: router === 'ours', allowance }
  const limits = { confirmations: request.confirmations, timeoutSeconds: request.timeoutSeconds }
  // the command stays one about the swap
  const tell: Dialogue['tell'] = (progress) => void (progress.what === 'intent' || dialogue.tell(progress))
  try {
    await revokeAllowance(context, { chain, signer, limits, nativeUsd, known, onIntent: () => undefined }, { tell })
    return error.withContext({ leftover: 'none' })
  } catch (failed) {
    if (!(failed instanceof SwapError)) throw failed
    return error.withContext({ leftover, why: failed.message })
  }
}
