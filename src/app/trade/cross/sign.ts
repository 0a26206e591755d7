import { buildCrossOrder } from '#app/crossing/order'
import { requireOurCrossing } from '#app/crossing/our-contracts'
import { getGasCap } from '#app/gas-limit'
import { leaveBudget } from '#app/trade/allowance/user-limits'
import { type CrossContext, type CrossRun, type PreparedCross, resolveCrossParties } from '#app/trade/cross/context'
import { signAndSend } from '#app/trade/steps/send'
import { requireNoDearerMessage } from '#domain/crossing/bridge-cost'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { GasBudget, Intent } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import { type Amount, amount, evm, nativeToken, type Seconds, seconds } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { checkCrossPayload } from '#encoding/crossing/check'

/** A payload of 30 seconds may be built, checked and simulated for some of them. */
const minDeadlineSeconds = 15

/**
 * Builds, checks, signs and sends a crossing, within what was agreed. The payload is decoded from its own bytes and
 * compared with the agreed quote, and our contracts on both networks with the pinned code.
 * @param agreed the quote that the user agreed to: its minimum holds
 */
export async function signCross(
  context: CrossContext,
  { request, signer, dialogue, chain }: CrossRun,
  { intent, quote, agreed, gasBudget }: PreparedCross & { readonly agreed: CrossQuote; readonly gasBudget: GasBudget },
): Promise<Intent> {
  requireSameCross(agreed, quote)
  const minimumOut = quote.minimumOut > agreed.minimumOut ? quote.minimumOut : agreed.minimumOut
  const destination = await context.chain(quote.request.toNetwork)
  await requireOurCrossing(chain, destination, quote.bridge.route)
  const parties = resolveCrossParties(quote, signer.address)
  const payload = await context.crossing.buildPayload({
    quoteId: quote.id,
    estimateGas: true,
    deadlineSeconds: request.deadlineSeconds,
    fees: request.fees,
    minimumOut,
    ...parties,
  })
  const now = context.clock.now()
  const ours = {
    crossing: getCrossing(chain.network).address,
    toCrossing: getCrossing(destination.network).address,
    router: getRouter(chain.network).address,
    toRouter: getRouter(destination.network).address,
  }
  const { deadline } = checkAgreed({ ...quote, ...ours }, payload, { ...parties, minimumOut, now, request })
  if (payload.from !== signer.address || payload.chainId !== chain.network.chainId)
    throw fail('PAYLOAD_MISMATCH', { field: 'from', expected: signer.address, actual: payload.from })
  if (payload.gasLimit > getGasCap(chain.network))
    throw fail('GAS_ABOVE_LIMIT', { cost: `${payload.gasLimit} units`, limit: `${getGasCap(chain.network)} units` })
  const trade = {
    quoteId: quote.id,
    sell: quote.sell,
    buy: quote.buy,
    sellAmount: quote.request.sellAmount,
    quotedOut: quote.amountOut,
    minimumOut,
    to: parties.to,
    deadline,
    toNetwork: quote.request.toNetwork,
  }
  const left = await leaveBudget(context, intent, gasBudget, request.guards.maxGas)
  return signAndSend(context, { chain, intent, step: 'cross', payload, signer, trade, gasBudget: left }, dialogue)
}

interface AgreedTerms extends ReturnType<typeof resolveCrossParties> {
  readonly minimumOut: Amount
  readonly now: Seconds
  readonly request: CrossRun['request']
}

/** @throws `PAYLOAD_MISMATCH` at the first difference */
export function checkAgreed(
  quote: CrossQuote,
  payload: Pick<Payload, 'to' | 'value' | 'data'>,
  { from, to, minimumOut, now, request: { deadlineSeconds } }: AgreedTerms,
): { readonly deadline: Seconds } {
  const order = buildCrossOrder(quote, { from, to, minimumOut, now, deadlineSeconds })
  const call = checkCrossPayload(
    {
      chainId: quote.chainId,
      crossing: quote.crossing,
      order,
      maxSwapFee: amount(0n),
      now,
      deadlineWithin: [minDeadlineSeconds, deadlineSeconds],
      toDeadlineWithin: [minDeadlineSeconds, quote.paymentSeconds],
      route: quote.calls.route,
      there: quote.calls.arrival,
      permit: undefined,
      messageFee: quote.bridge.value,
    },
    payload,
  )
  return { deadline: seconds(Number(call.order.deadline)) }
}

/**
 * A quote that replaces the agreed one differs in routes and prices only: what is paid back if it fails, and to whom,
 * stays.
 * @throws `PAYLOAD_MISMATCH`
 */
export function requireSameCross(agreed: CrossQuote, fresh: CrossQuote): void {
  const fields = ({ request, bridge, calls, ...quote }: CrossQuote): Readonly<Record<string, string>> => ({
    network: request.network,
    toNetwork: request.toNetwork,
    sell: request.sell,
    buy: request.buy,
    sellAmount: String(request.sellAmount),
    from: request.from,
    to: request.to,
    bridge: bridge.name,
    bridgeAsset: bridge.asset.address,
    toBridgeAsset: bridge.toAsset.address,
    bridgeContract: bridge.route.contract,
    receiver: calls.receiver,
    crossing: quote.crossing,
    toCrossing: quote.toCrossing,
    router: quote.router,
    toRouter: quote.toRouter,
  })
  requireNoDearerMessage(agreed, fresh)
  const before = fields(agreed)
  for (const [field, actual] of Object.entries(fields(fresh))) {
    const expected = before[field] ?? ''
    if (actual !== expected) throw fail('PAYLOAD_MISMATCH', { field, expected, actual })
  }
}

export const isNativeSale = ({ request }: Pick<CrossQuote, 'request'>): boolean => evm(request.sell) === nativeToken
