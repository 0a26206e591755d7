import { getRevertReason, requireWithinBlock, simulationFailure } from '#app/build-payload'
import { checkCrossRecipient, checkCrossTerms } from '#app/crossing/check-terms'
import type { CrossingContext } from '#app/crossing/context'
import { buildCrossOrder } from '#app/crossing/order'
import { requireOurCrossing } from '#app/crossing/our-contracts'
import { overrideFees } from '#app/fee-overrides'
import { requireFunds } from '#app/funds'
import { allowanceIssue, balanceIssue, readHoldings } from '#app/holdings'
import { addGasMargin } from '#app/trade/steps/complete-payload'
import type { Chain } from '#domain/chain/port'
import { requireModestBridgeCost } from '#domain/crossing/bridge-cost'
import { type CrossQuote, requireLiveCrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Payload } from '#domain/payload'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import type { CrossPayloadRequest } from '#domain/service/crossing-service'
import { type Address, type Gas, nativeToken, wei } from '#domain/units'
import { encodeCrossCall } from '#encoding/crossing/call'
import { getNetworkEntry } from '#networks/find'

type Call = Pick<Payload, 'from' | 'to' | 'data' | 'value'>

/**
 * The transaction of a cross-chain quote on its source chain. The quote is consumed only when it is returned.
 * @throws `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `QUOTE_CONSUMED`, `VALIDATION_FAILED`, `ROUTER_NOT_DEPLOYED`,
 *   `ROUTER_NOT_TRUSTED`, `ESTIMATE_GAS_FAILED`, `PAYLOAD_MISMATCH`, `CROSS_CHAIN_NOT_AVAILABLE`
 */
export async function buildCrossPayload(context: CrossingContext, request: CrossPayloadRequest): Promise<Payload> {
  const now = context.clock.now()
  const stored = await context.crossQuotes.find(request.quoteId)
  if (stored === undefined) throw fail('QUOTE_NOT_FOUND', { id: request.quoteId })
  const quote = requireLiveCrossQuote(stored, now)
  checkCrossTerms(context, quote)
  requireModestBridgeCost(quote)
  const [chain, destination] = await Promise.all([
    context.chain(quote.request.network),
    context.chain(quote.request.toNetwork),
  ])
  await requireOurCrossing(chain, destination, quote.bridge.route)
  const call = encodeCall(quote, request, now)
  const gasLimit = request.estimateGas ? await checkAndEstimateGas(chain, quote, call) : quote.gasLimit
  const fees = overrideFees(await chain.fees(call), request.fees)
  const payload = { ...call, chainId: quote.chainId, gasLimit, fees }
  if (request.estimateGas)
    await requireFunds(chain, payload, { sell: quote.sell, sellAmount: quote.request.sellAmount })
  request.signal?.throwIfAborted()
  await context.crossQuotes.consume(quote.id, context.clock.now())
  return payload
}

function encodeCall(quote: CrossQuote, request: CrossPayloadRequest, now: CrossQuote['createdAt']): Call {
  const minimumOut = request.minimumOut ?? quote.minimumOut
  if (minimumOut < quote.minimumOut) throw fail('VALIDATION_FAILED', { reason: 'minimumOut is below the quote’s own' })
  const from = resolveParty(quote.request.from, request.from, 'fromAddress')
  const to = resolveParty(quote.request.to, request.to ?? from, 'toAddress')
  checkCrossRecipient(getNetworkEntry(quote.request.toNetwork), { ...quote.request, to }, [quote.bridge.route])
  const order = buildCrossOrder(quote, { from, to, minimumOut, now, deadlineSeconds: request.deadlineSeconds })
  const { route, arrival } = quote.calls
  const sold = quote.request.sell === nativeToken ? quote.request.sellAmount : 0n
  return {
    from,
    to: quote.crossing,
    data: encodeCrossCall({ entry: 'cross', order, signature: undefined, permit: undefined, route, there: arrival }),
    value: wei(sold + quote.bridge.value),
  }
}

/** The party in the quote; the given one if the quote has a placeholder. */
function resolveParty(quoted: Address, given: Address | undefined, name: string): Address {
  if (!isPlaceholderAddress(quoted)) {
    if (given === undefined || given === quoted || name === 'toAddress') return quoted
    throw fail('VALIDATION_FAILED', { reason: `${name} differs from the quote's` })
  }
  if (given === undefined) throw fail('VALIDATION_FAILED', { reason: `${name} is needed: the quote has none` })
  return given
}

async function checkAndEstimateGas(chain: Chain, quote: CrossQuote, call: Call): Promise<Gas> {
  const held = { sell: quote.sell, router: quote.crossing, request: quote.request, id: quote.id }
  const holdings = await readHoldings(chain, held, call.from)
  const lacking = balanceIssue(held, holdings) ?? allowanceIssue(held, holdings)
  if (lacking !== undefined) throw lacking
  const simulated = await chain.simulate(call)
  const reason =
    getRevertReason(simulated, quote.bridge.asset) ??
    (simulated.data.length === 66 ? undefined : 'the crossing contract returned no amount')
  if (reason !== undefined) throw simulationFailure(reason)
  return requireWithinBlock(chain, addGasMargin(await chain.estimateGas(call), chain.network))
}
