import { signQuotePermit } from '#app/trade/allowance/quote-permit'
import { leaveBudget } from '#app/trade/allowance/user-limits'
import { fetchVerifiedPayload } from '#app/trade/checks/fetch-verified-payload'
import { signAndSend } from '#app/trade/steps/send'
import type { PreparedSwap, Run, SwapContext } from '#app/trade/swap-parts/run'
import { type AgreedSwap, maxAmount, requireSameTrade } from '#app/trade/swap-parts/terms'

/**
 * Checks, signs and hands a swap to a node, within what was agreed. From then on the journal tells what it will take of
 * the allowance.
 */
export async function signSwap(
  context: SwapContext,
  run: Run,
  input: PreparedSwap & { readonly agreed: AgreedSwap },
): Promise<PreparedSwap> {
  const { chain, intent, quote, agreed } = input
  const { request, signer, dialogue } = run
  const gasBudget = await leaveBudget(context, intent, agreed.gasBudget, request.guards.maxGas)
  requireSameTrade(agreed.quote, quote)
  const minimumOut = maxAmount(quote.minimumOut, agreed.quote.minimumOut)
  if (agreed.allowance.by === 'permit') await dialogue.beforeSigning?.()
  const permit =
    agreed.allowance.by === 'permit' ? await signQuotePermit(context, { chain, quote, signer, request }) : undefined
  const { payload, call } = await fetchVerifiedPayload(context, {
    chain,
    quote,
    from: signer.address,
    request,
    minimumOut,
    permit,
  })

  const trade = {
    quoteId: quote.id,
    sell: quote.sell,
    buy: quote.buy,
    sellAmount: quote.request.sellAmount,
    quotedOut: quote.route.amountOut,
    minimumOut: call.minimumOut, // a payload may require more than was agreed
    to: call.recipient,
    deadline: call.deadline,
  }
  const { nonce, privately } = request
  const transaction = { chain, intent, step: 'swap', payload, signer, trade, gasBudget, nonce, privately } as const
  const sent = await signAndSend(context, transaction, dialogue)
  return { chain, intent: sent, quote }
}
