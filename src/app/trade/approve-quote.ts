import { boundApprovalGas, executeApproval, planApproval, settleApprovals } from '#app/trade/allowance/approve'
import { buildPermitRequest } from '#app/trade/allowance/permit'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { checkSender } from '#app/trade/checks/guards'
import { exactApprovalFailure, requireRouter } from '#app/trade/checks/our-router'
import { withOutcome } from '#app/trade/steps/outcome'
import type { SwapContext } from '#app/trade/swap'
import { fail } from '#domain/errors'
import { transactionOf } from '#domain/journal/swap'
import { type Quote, requireLiveQuote } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import type { ApprovalOutcome, ApproveRequest, Dialogue } from '#domain/trade/trader'
import { type Address, type Amount, amount, nativeToken, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

/** Lifetime of a signed approval in seconds: equals the longest deadline of a payload. */
const permitLifeSeconds = 900

/** Lets our router spend a token: exactly what a quote sells, or the requested amount. */
export async function approve(
  context: SwapContext,
  request: ApproveRequest,
  dialogue: Dialogue,
): Promise<ApprovalOutcome> {
  const account = await context.accounts.find(request.account)
  const signer = context.accounts.signer(account)
  const wanted = await resolveApproval(context, request, (quote) => checkSender(quote, signer.address))
  const { token, needed } = wanted
  if (token.address === nativeToken)
    throw fail('USAGE', {
      reason: `${token.symbol} is the native currency: it needs no approval.`,
      fix: 'swap it at once: swapline swap <quote>',
    })

  const chain = await context.chain(token.network)
  checkAccountKind(account, chain.network)
  const spender = wanted.router ?? getRouter(chain.network).address
  const whose = await requireRouter(chain, spender, request.trustedRouter)
  if (whose === 'trusted' && (request.max || request.permit)) throw exactApprovalFailure()
  const patience = { confirmations: request.confirmations, timeoutSeconds: request.timeoutSeconds }
  const earlier = wanted.key === undefined ? undefined : await context.journal.findByKey(wanted.key)
  if (earlier !== undefined) {
    dialogue.tell({ what: 'intent', id: earlier.id })
    await withOutcome(context, earlier.id, () =>
      settleApprovals(context, { chain, intent: earlier, patience }, dialogue),
    )
  }

  const plan = await planApproval(chain, {
    token,
    owner: signer.address,
    spender,
    needed,
    max: request.max,
    reset: request.reset,
  })
  if (request.permit) {
    const deadline = seconds(context.clock.now() + permitLifeSeconds)
    const asked = { token, owner: signer.address, spender, value: needed, deadline }
    const permit = await buildPermitRequest(chain, asked)
    const signature = await signer.signPermit(permit)
    return { plan, allowance: undefined, intent: undefined, permit: { signature, request: permit } }
  }
  dialogue.tell({ what: 'approval', plan })
  if (plan.action === 'none') return { plan, allowance: plan.before, intent: earlier }

  // display only: an approval must not fail because its gas cannot be priced in dollars
  const nativeUsd = await context.ownView?.nativeUsd(chain).catch(() => undefined)
  const gas = await boundApprovalGas(chain, { plan, owner: signer.address, nativeUsd })
  await dialogue.confirmApproval(plan, gas)
  const id = context.uuid()
  const intent = await context.journal.open({
    id,
    // The approval signed earlier was settled above and was not sufficient: this is another one.
    key: earlier !== undefined && transactionOf(earlier, 'approve') !== undefined ? id : (wanted.key ?? id),
    kind: 'approve',
    network: token.network,
    chainId: chain.network.chainId,
    from: signer.address,
    at: context.clock.now(),
  })
  dialogue.tell({ what: 'intent', id: intent.id })
  const input = { chain, intent, plan, signer, patience, gas }
  return { plan, ...(await withOutcome(context, intent.id, () => executeApproval(context, input, dialogue))) }
}

interface ApprovalRequest {
  readonly token: Token
  readonly needed: Amount
  /** An approval for a quote is one intent, however often it is requested. */
  readonly key: string | undefined
  /** The quote's router. */
  readonly router?: Address
}

async function resolveApproval(
  context: SwapContext,
  { of }: ApproveRequest,
  check: (quote: Quote) => void,
): Promise<ApprovalRequest> {
  if (!('quoteId' in of)) return { token: of.token, needed: amount(of.amount), key: undefined }
  const quote = requireLiveQuote(await context.service.getQuote(of.quoteId), context.clock.now())
  check(quote)
  return { token: quote.sell, needed: quote.request.sellAmount, key: `approve:${quote.id}`, router: quote.router }
}
