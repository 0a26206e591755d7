import { startWaiting, withAllowanceLock } from '#app/trade/allowance/lock'
import { fetchQuoteToApprove } from '#app/trade/allowance/of-quote'
import { readMostAllowed } from '#app/trade/allowance/pending'
import { planApproval } from '#app/trade/allowance/plan'
import { fetchVerifiedPayload } from '#app/trade/checks/fetch-verified-payload'
import { refuseGasless } from '#app/trade/checks/guards'
import { requireOurRouter } from '#app/trade/checks/our-router'
import { openOffline } from '#app/trade/offline/sign'
import { completePayload } from '#app/trade/steps/complete-payload'
import { createCallBudget, createSwapBudget, requireAllFeesWithin } from '#app/trade/steps/gas-budget'
import { chooseNonce } from '#app/trade/steps/nonces'
import { fetchFirstQuote } from '#app/trade/swap-parts/quotes'
import type { SwapContext } from '#app/trade/swap-parts/run'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Payload } from '#domain/payload'
import type { Token } from '#domain/token'
import { isUnlimited } from '#domain/trade/allowances'
import type { Dialogue } from '#domain/trade/dialogue'
import type { ApprovalToBuild, UnsignedApproval, UnsignedSwap } from '#domain/trade/offline'
import type { SwapRequest } from '#domain/trade/trader'
import { type Address, type Amount, nativeToken, type QuoteId, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeApprove } from '#encoding/tokens/erc20'

/**
 * Quotes, builds and simulates a swap, and signs nothing. The quote is used up. The nonce is the next free one and is not
 * reserved: whatever is sent first has it.
 * @throws as `swap` does before its signature
 */
export async function buildSwap(
  context: SwapContext,
  request: SwapRequest,
  from: Address,
  dialogue: Dialogue,
): Promise<UnsignedSwap> {
  const quote = await fetchFirstQuote(context, { request, dialogue, signer: undefined }, from)
  refuseGasless(quote)
  const chain = await context.chain(quote.request.network)
  await requireOurRouter(chain, quote.router)
  const budget = createSwapBudget(chain.network, quote, request)
  const input = { chain, quote, from, request, minimumOut: quote.minimumOut, throughRouter: true }
  const { payload, call } = await fetchVerifiedPayload(context, input).catch((error: unknown) => {
    if (!isFailure(error, 'ESTIMATE_GAS_FAILED') || error.details.check !== 'allowance') throw error
    const { maximumIn } = request.guards
    const limit = maximumIn === undefined ? '' : ` --max-in ${formatDecimal(maximumIn, quote.sell.decimals)}`
    throw fail('ESTIMATE_GAS_FAILED', { ...error.details, fix: `swapline approve ${quote.id}${limit} --build-only` })
  })
  const reserved = await requireAllFeesWithin(chain, payload, budget)
  const trade = {
    quoteId: quote.id,
    sell: quote.sell,
    buy: quote.buy,
    sellAmount: quote.request.sellAmount,
    quotedOut: quote.route.amountOut,
    minimumOut: call.minimumOut, // a service's payload may require more than its quote
    to: call.recipient,
    deadline: call.deadline,
  }
  const completed = await complete(context, { chain, payload, nonce: request.nonce }, dialogue)
  return { step: 'swap', trade, budget, ...reserved, ...completed }
}

/** To be called before there is a file: from then on the journal tells what the quote was used for. */
export async function recordFile(context: SwapContext, unsigned: UnsignedSwap): Promise<void> {
  const intent = await openOffline(context, unsigned)
  if (intent.transactions.length === 0) await context.journal.bindTrade(intent.id, unsigned.trade)
}

/**
 * An approval of our router for exactly this much, or for what a quote sells; signs nothing. The journal has for which quote
 * it is before there is a file, as of a swap.
 * @throws `ESTIMATE_GAS_FAILED` if it would fail; `ROUTER_NOT_TRUSTED` for a quote of another router; `USAGE` if the router
 *   may take as much already; `ALLOWANCE_BUSY`, and as `fetchQuoteToApprove` does
 */
export async function buildApproval(
  context: SwapContext,
  wanted: ApprovalToBuild,
  dialogue: Dialogue,
): Promise<UnsignedApproval> {
  const { from, nonce } = wanted
  const { token, amount, router, quoteId } = await resolveApproval(context, wanted)
  if (token.address === nativeToken)
    throw fail('USAGE', {
      reason: `${token.symbol} is the native currency: it needs no approval.`,
      fix: 'build the swap',
    })
  const chain = await context.chain(token.network)
  const spender = router ?? getRouter(chain.network).address
  await requireOurRouter(chain, spender)
  const before =
    amount > 0n
      ? await requireLacking(context, { chain, wanted, token, spender, needed: amount }, dialogue)
      : await readMostAllowed(context, chain, { token, owner: from, spender })
  const call = { from, to: token.address, data: encodeApprove(spender, amount), value: wei(0n) }
  const payload = await completePayload(chain, call)
  const budget = createCallBudget(chain.network, payload.gasLimit)
  const reserved = await requireAllFeesWithin(chain, payload, budget)
  const rest = await complete(context, { chain, payload, nonce }, dialogue)
  const unsigned = { step: 'approve', token, amount, before, budget, ...reserved, ...rest } as const
  if (quoteId !== undefined) await openOffline(context, unsigned, { quote: quoteId })
  return unsigned
}

interface ApprovalToCompare {
  readonly chain: Chain
  readonly wanted: ApprovalToBuild
  readonly token: Token
  readonly spender: Address
  readonly needed: Amount
}

/**
 * Where it is sent, an allowance that is large enough stays as it is: a file must not lower it either.
 * @returns the allowance
 * @throws `USAGE`
 */
async function requireLacking(
  context: SwapContext,
  { chain, wanted: { from: owner, timeoutSeconds }, token, spender, needed }: ApprovalToCompare,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<Amount> {
  const waiting = startWaiting(context.clock, timeoutSeconds)
  const user = { chainId: chain.network.chainId, account: owner, token, waiting }
  const terms = { token, owner, spender, needed, max: false, reset: 'never', permit: false, sells: false } as const
  const plan = await withAllowanceLock(context, user, dialogue, () =>
    planApproval(context, chain, { ...terms, waiting }, dialogue),
  )
  if (plan.action !== 'none') return plan.before
  const [held, asked] = [plan.before, needed].map((raw) => formatDecimal(raw, token.decimals))
  throw fail('USAGE', {
    reason: `Our router may take ${isUnlimited(plan.before) ? 'any amount of' : held} ${token.symbol} already: an approval of ${asked} would not raise that.`,
    fix: 'build the swap: it needs no approval',
  })
}

async function resolveApproval(
  context: SwapContext,
  wanted: ApprovalToBuild,
): Promise<{ readonly token: Token; readonly amount: Amount; readonly router?: Address; readonly quoteId?: QuoteId }> {
  if (!('quoteId' in wanted)) return { token: wanted.token, amount: wanted.amount }
  const { id, sell, request, router } = await fetchQuoteToApprove(context, wanted, wanted.from)
  return { token: sell, amount: request.sellAmount, router, quoteId: id }
}

async function complete(
  context: SwapContext,
  { chain, payload, nonce: named }: { chain: Chain; payload: Payload; nonce: number | undefined },
  dialogue: Dialogue,
) {
  const { nonce } = await chooseNonce(context, { chain, payload, nonce: named }, dialogue)
  return { network: chain.network.name, payload, nonce, builtAt: context.clock.now() }
}
