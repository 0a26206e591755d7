import { checkAccountKind } from '#app/trade/account-kind'
import { approvalGas, carryOut, planApproval, settleApprovals } from '#app/trade/approve'
import { checkSender } from '#app/trade/guards'
import { exactOnly, requireRouter } from '#app/trade/our-router'
import { withOutcome } from '#app/trade/outcome'
import { permitFor } from '#app/trade/permit'
import type { SwapContext } from '#app/trade/swap'
import { fail } from '#domain/errors'
import { liveQuote, type Quote } from '#domain/quote'
import { transactionOf } from '#domain/swap'
import type { Token } from '#domain/token'
import type { Approved, ApproveRequest, Dialogue } from '#domain/trader'
import { type Address, type Amount, amount, nativeToken, seconds } from '#domain/units'
import { routerOn } from '#encoding/router'

/** Seconds a signed approval is good for: as long as the longest deadline of a payload. */
const permitLife = 900

/** Lets our router take a token: exactly what a quote sells, or what was asked. */
export async function approve(context: SwapContext, request: ApproveRequest, dialogue: Dialogue): Promise<Approved> {
  const account = await context.accounts.find(request.account)
  const signer = context.accounts.signer(account)
  const wanted = await whatToApprove(context, request, (quote) => checkSender(quote, signer.address))
  const { token, needed } = wanted
  if (token.address === nativeToken)
    throw fail('USAGE', {
      reason: `${token.symbol} is the native currency: it needs no approval.`,
      fix: 'swap it at once: swapline swap <quote>',
    })

  const chain = await context.chain(token.network)
  checkAccountKind(account, chain.network)
  const spender = wanted.router ?? routerOn(chain.network).address
  const whose = await requireRouter(chain, spender, request.trustedRouter)
  if (whose === 'trusted' && (request.max || request.permit)) throw exactOnly()
  const patience = { confirmations: request.confirmations, seconds: request.seconds }
  const earlier = wanted.key === undefined ? undefined : await context.journal.byKey(wanted.key)
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
    const deadline = seconds(context.clock.now() + permitLife)
    const asked = { token, owner: signer.address, spender, value: needed, deadline }
    const permit = await permitFor(chain, asked)
    const signature = await signer.signPermit(permit)
    return { plan, allowance: undefined, intent: undefined, permit: { signature, request: permit } }
  }
  dialogue.tell({ what: 'approval', plan })
  if (plan.action === 'none') return { plan, allowance: plan.before, intent: earlier }

  // for the eye only: an approval must not fail because nothing says what its gas is worth
  const nativeUsd = await context.ownView?.nativeUsd(chain).catch(() => undefined)
  const gas = await approvalGas(chain, { plan, owner: signer.address, nativeUsd })
  await dialogue.confirmApproval(plan, gas)
  const id = context.uuid()
  const intent = await context.journal.open({
    id,
    // An approval that was signed has come to its end above and did not help: this is another one.
    key: earlier !== undefined && transactionOf(earlier, 'approve') !== undefined ? id : (wanted.key ?? id),
    kind: 'approve',
    network: token.network,
    chainId: chain.network.chainId,
    from: signer.address,
    at: context.clock.now(),
  })
  dialogue.tell({ what: 'intent', id: intent.id })
  const input = { chain, intent, plan, signer, patience, gas }
  return { plan, ...(await withOutcome(context, intent.id, () => carryOut(context, input, dialogue))) }
}

interface Wanted {
  readonly token: Token
  readonly needed: Amount
  /** An approval for a quote is one intent, however often it is asked for. */
  readonly key: string | undefined
  /** The quote's. */
  readonly router?: Address
}

async function whatToApprove(
  context: SwapContext,
  { of }: ApproveRequest,
  check: (quote: Quote) => void,
): Promise<Wanted> {
  if (!('quoteId' in of)) return { token: of.token, needed: amount(of.amount), key: undefined }
  const quote = liveQuote(await context.service.stored(of.quoteId), context.clock.now())
  check(quote)
  return { token: quote.sell, needed: quote.request.sellAmount, key: `approve:${quote.id}`, router: quote.router }
}
