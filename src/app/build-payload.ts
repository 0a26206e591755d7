import type { QuoteContext } from '#app/context'
import { requireDeployedRouter } from '#app/deployed-contracts'
import { overrideFees, toFeeOverrides } from '#app/fee-overrides'
import { requireFunds, saleOf } from '#app/funds'
import { computePayloadGasLimit } from '#app/gas-limit'
import { allowanceIssue, balanceIssue, readHoldings } from '#app/holdings'
import { checkParties } from '#app/quoting/parties'
import { uintAt } from '#domain/calls/words'
import type { Chain, Simulation } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { FeeOverrides, GasFees, Payload } from '#domain/payload'
import { isFromService, isPlaceholderAddress, type Quote, requireLiveQuote } from '#domain/quotes/quote'
import type { PayloadRequest } from '#domain/service/service'
import type { Token } from '#domain/token'
import { type Address, amount, type Gas, nativeToken, seconds, wei } from '#domain/units'
import { keccak } from '#encoding/keccak'
import { decodeShortfall } from '#encoding/revert/classify'
import { explainRevert } from '#encoding/revert/explain'
import { encodeSwap } from '#encoding/swap/encode'
import { getFeeOnTransfer } from '#encoding/swap/plan-transfers'

type Call = Pick<Payload, 'from' | 'to' | 'data' | 'value'>

/**
 * Builds the transaction of a quote. The quote is consumed only when the payload is returned: after a failed check the
 * caller can approve and retry.
 *
 * @throws `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `QUOTE_CONSUMED`, `VALIDATION_FAILED`, `ROUTER_NOT_DEPLOYED`,
 *   `ESTIMATE_GAS_FAILED`.
 */
export async function buildPayload(context: QuoteContext, request: PayloadRequest): Promise<Payload> {
  const now = context.clock.now()
  const quote = requireLiveQuote(await context.quotes.get(request.quoteId), now)
  const chain = await context.chain(quote.request.network)
  const throughRouter = context.throughRouter === true || request.throughRouter === true || isFromService(quote)
  const call = encodeCall(chain, { quote, request, now, throughRouter })
  const checks = Promise.all([
    request.estimateGas ? checkAndEstimateGas({ ...context, chain }, quote, call, request) : quote.gasLimit,
    resolveFees(chain, quote, request.fees, call),
  ])
  checks.catch(() => undefined) // a missing router is reported first, as it explains the other failures
  await requireDeployedRouter(context.contracts, chain)
  const [gasLimit, fees] = await checks
  const payload = { ...call, chainId: quote.chainId, gasLimit, fees }
  if (request.estimateGas) await requireFunds(chain, payload, saleOf(quote))
  request.signal?.throwIfAborted()
  if (request.keepsQuote !== true) await context.quotes.consume(quote.id, context.clock.now(), keccak(payload.data))
  return payload
}

interface CallRequest {
  readonly quote: Quote
  readonly request: PayloadRequest
  readonly now: number
  readonly throughRouter: boolean
}

function encodeCall({ network }: Chain, { quote, request, now, throughRouter }: CallRequest): Call {
  const minimumOut = request.minimumOut ?? quote.minimumOut
  if (minimumOut < quote.minimumOut) throw fail('VALIDATION_FAILED', { reason: 'minimumOut is below the quote’s own' })
  const from = resolveParty(quote.request.from, request.from, 'fromAddress')
  const to = resolveParty(quote.request.to, request.to, 'toAddress')
  checkParties(network, { ...quote.request, to })
  if (throughRouter && getFeeOnTransfer(quote.route.legs).has(quote.route.tokenOut))
    throw fail('VALIDATION_FAILED', {
      reason: `${quote.buy.symbol} takes a fee on transfer: the router cannot pay it on`,
    })
  const deadline = seconds(now + request.deadlineSeconds)
  return {
    from,
    to: quote.router,
    data: encodeSwap({ quote, recipient: to, minimumOut, deadline, throughRouter, ...permitOf(request) }),
    value: wei(quote.request.sell === nativeToken ? quote.request.sellAmount : 0n),
  }
}

const permitOf = ({ permit }: PayloadRequest) => (permit === undefined ? {} : { permit })

/** The party in the quote; the given one if the quote has a placeholder. */
function resolveParty(quoted: Address, given: Address | undefined, name: string): Address {
  if (!isPlaceholderAddress(quoted)) {
    if (given === undefined || given === quoted) return quoted
    throw fail('VALIDATION_FAILED', { reason: `${name} differs from the quote's` })
  }
  if (given === undefined) throw fail('VALIDATION_FAILED', { reason: `${name} is needed: the quote has none` })
  return given
}

/**
 * Checks the allowance, then the balance, then simulates the swap on the chain's current state.
 * @throws `ESTIMATE_GAS_FAILED`.
 */
async function checkAndEstimateGas(
  context: Pick<QuoteContext, 'clock' | 'notes'> & { readonly chain: Chain },
  quote: Quote,
  call: Call,
  { keepsQuote: keep, permit }: PayloadRequest,
): Promise<Gas> {
  const { chain, clock, notes } = context
  const holdings = await readHoldings(chain, quote, call.from)
  const lacking = balanceIssue(quote, holdings) ?? (permit === undefined ? allowanceIssue(quote, holdings) : undefined)
  if (lacking !== undefined && keep === true) return quote.gasLimit
  if (lacking !== undefined) throw lacking

  const simulated = await chain.simulate(call)
  const reason = getSimulationFailure(simulated, quote.buy)
  if (reason !== undefined) {
    notes?.noteSimulation(quote.id, { at: clock.now(), ok: false, reason })
    throw simulationFailure(reason)
  }
  const estimated = await chain.estimateGas(call)
  const amountOut = amount(uintAt(simulated.data, 0))
  notes?.noteSimulation(quote.id, { at: clock.now(), ok: true, amountOut, gas: estimated })
  return requireWithinBlock(chain, computePayloadGasLimit(estimated, quote, chain.network))
}

/** @throws `ESTIMATE_GAS_FAILED` */
export function requireWithinBlock({ network: { maxGas } }: Chain, limit: Gas): Gas {
  if (maxGas === undefined || limit <= maxGas) return limit
  const reason = `The swap needs ${limit} gas, and a block holds ${maxGas}.`
  throw fail('ESTIMATE_GAS_FAILED', {
    check: 'gas',
    reason,
    fix: 'sell less, or over fewer pools: --max-legs <number>',
  })
}

/**
 * Why a simulated call of our router is not a successful swap; `undefined` if it is. Our router returns one word, the
 * output amount. An address without code accepts any call, keeps the payment and returns nothing.
 */
export const getSimulationFailure = (simulated: Simulation, buy: Token): string | undefined =>
  getRevertReason(simulated, buy) ?? (simulated.data.length === 66 ? undefined : 'the router returned no amount')

/** @param buy the token whose amounts a missed minimum is about */
export function getRevertReason({ ok, data, reason }: Simulation, buy: Token): string | undefined {
  if (ok) return undefined
  const short = decodeShortfall(data)
  if (short === undefined) return explainRevert(data) ?? reason
  const say = (raw: bigint) => `${formatDecimal(raw, buy.decimals)} ${buy.symbol}`
  return `the price has moved: ${say(short.received)} would be received, below the minimum of ${say(short.minimum)}`
}

export const simulationFailure = (reason: string) =>
  fail('ESTIMATE_GAS_FAILED', { check: 'simulation', reason: `The swap would fail now: ${reason}.` })

/** The chain's fees for a call, or the gas price that the quote was requested for, with the user's overrides. */
export const resolveFees = async (
  chain: Chain,
  quote: Quote,
  wishes: FeeOverrides | undefined,
  call?: Call,
): Promise<GasFees> => overrideFees(await chain.fees(call), toFeeOverrides(quote, wishes))
