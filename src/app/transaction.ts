import type { QuoteContext } from '#app/context'
import { requireDeployedRouter } from '#app/deployed-contracts'
import { allowanceIssue, balanceIssue, holdingsOf } from '#app/holdings'
import { checkParties } from '#app/quoting/parties'
import { checkMoney, withMargin } from '#app/trade/payable'
import { fail } from '#domain/errors'
import type { FeeWishes, GasFees, Payload } from '#domain/payload'
import type { Chain, Simulation } from '#domain/ports'
import { liveQuote, meansNobody, type Quote } from '#domain/quote'
import type { PayloadRequest } from '#domain/service'
import { type Address, amount, type Gas, gas, nativeToken, seconds, wei } from '#domain/units'
import { uintAt } from '#domain/words'
import { encodeSwap } from '#encoding/encode-swap'
import { explainRevert } from '#encoding/explain-revert'
import { keccak } from '#encoding/keccak'

/**
 * Others trade between the estimate and the block, and a pool may then cross more price steps than it would have:
 * some 30,000 gas each. Gas that is not used is not paid for; a swap that runs out of it costs all of it.
 */
export const headroomPerLeg = 60_000n

type Call = Pick<Payload, 'from' | 'to' | 'data' | 'value'>

/**
 * The transaction of a quote. The quote is consumed when the payload is returned and not before: a failed check
 * leaves it as it was, so that the caller can approve and ask again.
 *
 * @throws `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `QUOTE_CONSUMED`, `VALIDATION_FAILED`, `ROUTER_NOT_DEPLOYED`,
 *   `ESTIMATE_GAS_FAILED`.
 */
export async function transaction(context: QuoteContext, request: PayloadRequest): Promise<Payload> {
  const now = context.clock.now()
  const quote = liveQuote(await context.quotes.get(request.quoteId), now)
  const chain = await context.chain(quote.request.network)
  const call = encodeCall(chain, { quote, request, now })
  const checks = Promise.all([
    request.estimateGas ? checkedGas({ ...context, chain }, quote, call, request) : quote.gasLimit,
    feesFor(chain, quote, request.fees),
  ])
  checks.catch(() => undefined) // that there is no router comes first, as it explains the rest
  await requireDeployedRouter(context.contracts, chain)
  const [gasLimit, fees] = await checks
  const payload = { ...call, chainId: quote.chainId, gasLimit, fees }
  if (request.estimateGas) checkMoney(chain.network, payload, await chain.balance(call.from))
  request.unwanted?.throwIfAborted()
  if (request.keep !== true) await context.quotes.consume(quote.id, context.clock.now(), keccak(payload.data))
  return payload
}

interface Wanted {
  readonly quote: Quote
  readonly request: PayloadRequest
  readonly now: number
}

function encodeCall({ network }: Chain, { quote, request, now }: Wanted): Call {
  const minimumOut = request.minimumOut ?? quote.minimumOut
  if (minimumOut < quote.minimumOut) throw fail('VALIDATION_FAILED', { reason: 'minimumOut is below the quote’s own' })
  const from = party(quote.request.from, request.from, 'fromAddress')
  const to = party(quote.request.to, request.to, 'toAddress')
  checkParties(network, { ...quote.request, to })
  const deadline = seconds(now + request.deadlineSeconds)
  return {
    from,
    to: quote.router,
    data: encodeSwap({ quote, recipient: to, minimumOut, deadline, ...permitOf(request) }),
    value: wei(quote.request.sell === nativeToken ? quote.request.sellAmount : 0n),
  }
}

const permitOf = ({ permit }: PayloadRequest) => (permit === undefined ? {} : { permit })

/** The quote's own party, or the one that takes the place of nobody. */
function party(quoted: Address, given: Address | undefined, name: string): Address {
  if (!meansNobody(quoted)) {
    if (given === undefined || given === quoted) return quoted
    throw fail('VALIDATION_FAILED', { reason: `${name} differs from the quote's` })
  }
  if (given === undefined)
    throw fail('VALIDATION_FAILED', { reason: `${name} is needed: the quote was made for nobody` })
  return given
}

/** Allowance, then balance, then the swap itself on the chain's state now. @throws `ESTIMATE_GAS_FAILED`. */
async function checkedGas(
  context: Pick<QuoteContext, 'clock' | 'notes'> & { readonly chain: Chain },
  quote: Quote,
  call: Call,
  { keep, permit }: PayloadRequest,
): Promise<Gas> {
  const { chain, clock, notes } = context
  const holdings = await holdingsOf(chain, quote, call.from)
  const lacking = balanceIssue(quote, holdings) ?? (permit === undefined ? allowanceIssue(quote, holdings) : undefined)
  if (lacking !== undefined && keep === true) return quote.gasLimit
  if (lacking !== undefined) throw lacking

  const simulated = await chain.simulate(call)
  const reason = whySimulationFails(simulated)
  if (reason !== undefined) {
    notes?.simulated(quote.id, { at: clock.now(), ok: false, reason })
    throw simulationFailed(reason)
  }
  const estimated = await chain.estimateGas(call)
  const amountOut = amount(uintAt(simulated.data, 0))
  notes?.simulated(quote.id, { at: clock.now(), ok: true, amountOut, gas: estimated })
  return gas(withMargin(estimated) + BigInt(quote.route.legs.length) * headroomPerLeg)
}

/**
 * Why a simulated call of our router does not count as a swap; `undefined` where it does. Our router returns one word, the
 * amount bought. An address without code takes any call, keeps what is paid, and returns nothing.
 */
export const whySimulationFails = (simulated: Simulation): string | undefined =>
  whyReverted(simulated) ?? (simulated.data.length === 66 ? undefined : 'the router returned no amount')

export const whyReverted = ({ ok, data, reason }: Simulation): string | undefined =>
  ok ? undefined : (explainRevert(data) ?? reason)

export const simulationFailed = (reason: string) =>
  fail('ESTIMATE_GAS_FAILED', { check: 'simulation', reason: `The swap would fail now: ${reason}.` })

/** The chain's own fees, or the price the quote was asked for, changed by what the user insists on. */
export async function feesFor(chain: Chain, { request }: Quote, wishes: FeeWishes | undefined): Promise<GasFees> {
  const found = await chain.fees()
  const most = wishes?.most ?? request.gasPrice
  if (found.type === 0) return { type: 0, gasPrice: most ?? found.gasPrice }
  const maxFeePerGas = most ?? found.maxFeePerGas
  if (wishes?.legacy) return { type: 0, gasPrice: maxFeePerGas }
  const tip = wishes?.tip ?? found.maxPriorityFeePerGas
  return { type: 2, maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}
