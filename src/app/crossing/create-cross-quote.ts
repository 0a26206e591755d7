import { type CrossCandidate, type CrossingChains, listBridgeRoutes, quoteCandidate } from '#app/crossing/candidates'
import { checkCrossRecipient, paymentSeconds } from '#app/crossing/check-terms'
import type { CrossingContext } from '#app/crossing/context'
import { floorBy } from '#app/crossing/floor'
import { fetchCallFee, type PricedCrossOrder, priceCrossOrder, requireRelayer } from '#app/crossing/gasless'
import { requireOurContracts } from '#app/crossing/our-contracts'
import { packCalls } from '#app/crossing/pack-calls'
import { expectedPriceOf } from '#app/trade/steps/complete-payload'
import type { Chain } from '#domain/chain/port'
import { computeBridgePayment } from '#domain/crossing/cross-order'
import type { CrossQuote, CrossQuoteRequest } from '#domain/crossing/cross-quote'
import { fail, SwapError } from '#domain/errors'
import { isPlaceholderAddress, quoteLifeSeconds, requestLimits } from '#domain/quotes/quote'
import { amount, gas, noBytes, quoteId, seconds, type Wei, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { isPinnedCode } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'

/** Gas of the crossing contract and of a bridge's deposit, with a margin: test/crossing/stargate-result.json has 300,000. */
const crossingGas = 400_000n

/**
 * The crossing with the largest output net of the gas and the message here, over every bridge and every asset that it
 * moves; the gas there is in the bridge's fee, or is counted as what a completion costs.
 * @throws `CROSS_CHAIN_NOT_AVAILABLE` without a bridge between the networks; `GASLESS_NOT_AVAILABLE`; if no way is left,
 *   the failure of the first
 */
export async function createCrossQuote(context: CrossingContext, request: CrossQuoteRequest): Promise<CrossQuote> {
  checkRequest(request)
  const { network, toNetwork } = request
  const ends = { from: getNetworkEntry(network), to: getNetworkEntry(toNetwork) }
  const routes = listBridgeRoutes(context, ends, request) // before a chain is asked
  if (request.gasless === true) requireRelayer(context, request)
  checkCrossRecipient(
    ends.to,
    request,
    routes.map(({ route }) => route),
  )
  const [source, destination] = await Promise.all([context.chain(network), context.chain(toNetwork)])
  const chains = { source, destination }
  // a service's quote goes to strangers, who approve the address it names
  if (context.requiresRouter === true) await requireOurContracts(source, destination)
  const found: CrossCandidate[] = []
  const failures: SwapError[] = []
  for (const one of routes)
    await quoteCandidate(context, chains, request, one).then(
      (candidate) => found.push(candidate),
      (error: unknown) => {
        if (!(error instanceof SwapError)) throw error
        failures.push(error)
      },
    )
  // who submits an order brings no native currency for a bridge
  const usable = request.gasless === true ? found.filter(({ offer }) => offer.value === 0n) : found
  const worth = (one: CrossCandidate) => netOutputOf(source, one) - completionCostOf(one)
  const [first] = usable.toSorted((one, other) => compare(worth(other), worth(one)))
  if (first === undefined && found.length > 0)
    throw fail('GASLESS_NOT_AVAILABLE', { reason: 'Every bridge between them is paid in native currency.' })
  if (first === undefined) throw failures[0] ?? new RangeError('no route was tried')
  const gasPrice = first.legIn?.gasPrice ?? wei(expectedPriceOf(await source.fees()))
  const l1Fee = await fetchCallFee(source, first, gasPrice)
  const order =
    request.gasless === true ? await priceCrossOrder(context, source, { request, first, gasPrice, l1Fee }) : undefined
  const net = order && { ...request, sellAmount: order.net }
  const best = net === undefined ? first : await quoteCandidate(context, chains, net, first)
  const built = buildCrossQuote(context, chains, { request, best, gasPrice, isReady: await isReady(chains), order })
  const quote = l1Fee === 0n ? built : { ...built, l1Fee }
  await context.crossQuotes.put(quote)
  return quote
}

/** What no quote of a leg checks. @throws `AMOUNT_OUT_OF_RANGE`, `VALIDATION_FAILED` */
function checkRequest({ sellAmount, slippage, slippageIn }: CrossQuoteRequest): void {
  if (sellAmount <= 0n || sellAmount >> 128n !== 0n) throw fail('AMOUNT_OUT_OF_RANGE', { value: String(sellAmount) })
  if (slippage > requestLimits.slippagePpm || slippageIn > slippage)
    throw fail('VALIDATION_FAILED', { reason: 'slippage must be between 0 and 0.5' })
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

/** Units of the output net of the bridge's message, and of the gas here where a pool prices it. */
function netOutputOf({ network }: Chain, candidate: CrossCandidate): bigint {
  const { legIn, legOut, toAsset, deposited, messageCost } = candidate
  const amountOut = candidate.amountOut - (candidate.amountOut * messageCost) / deposited
  const native = legIn?.usd.native
  const price = legOut?.usd.buy ?? legIn?.usd.buy
  if (legIn === undefined || native === undefined || price === undefined || price <= 0) return amountOut
  const decimals = legOut?.buy.decimals ?? toAsset.decimals
  const coins = Number(legIn.route.gas * legIn.gasPrice) / 10 ** network.native.decimals
  const cost = Math.ceil(((coins * native) / price) * 10 ** decimals)
  return Number.isFinite(cost) ? amountOut - BigInt(cost) : amountOut
}

/** What completing the payment costs, at the rate of the swap there: units of the output, rounded up. */
const completionCostOf = ({ offer: { completionCost = amount(0n), paid }, amountOut }: CrossCandidate): bigint =>
  (amountOut * completionCost + paid - 1n) / paid

/** Whether everything of ours stands on both networks. */
async function isReady({ source, destination }: CrossingChains): Promise<boolean> {
  const checks = await Promise.all(
    [source, destination].map(async (chain) => {
      const ours = [getCrossing(chain.network), getRouter(chain.network)]
      const codes = await chain.codes(ours.map(({ address }) => address))
      return ours.every((contract, i) => isPinnedCode(contract, codes[i] ?? noBytes))
    }),
  )
  return checks.every(Boolean)
}

interface ChosenCrossing {
  readonly request: CrossQuoteRequest
  readonly best: CrossCandidate
  readonly gasPrice: Wei
  readonly isReady: boolean
  readonly order: PricedCrossOrder | undefined
}

function buildCrossQuote(
  context: CrossingContext,
  { source, destination }: CrossingChains,
  { request, best, gasPrice, isReady, order }: ChosenCrossing,
): CrossQuote {
  const { bridge, route, offer, asset, toAsset, legIn, legOut, deposited, amountOut } = best
  const terms = bridge.toTerms(route, offer.fee)
  const depositedMin = legIn === undefined ? deposited : floorBy(deposited, request.slippageIn)
  const minPaid = amount(computeBridgePayment(terms, depositedMin) ?? 0n)
  const wanted = floorBy(amountOut, request.slippage)
  // what the bridge pays is checked before the deposit, so no more is promised than it pays for the least deposit
  const minimumOut = legOut === undefined && minPaid < wanted ? minPaid : wanted
  const calls = packCalls(best, { source: source.network, destination: destination.network })
  const createdAt = context.clock.now()
  const [crossing, toCrossing] = [source, destination].map(({ network }) => getCrossing(network).address)
  if (crossing === undefined || toCrossing === undefined) throw new RangeError('two networks')
  const recipient = isPlaceholderAddress(request.to) ? request.from : request.to
  const failureTerms = {
    refundTo: request.from,
    recipient,
    receiver: calls.receiver === 'crossing' ? toCrossing : recipient,
    toDeadline: String(createdAt + paymentSeconds),
  }
  return {
    id: quoteId(context.uuid()),
    request,
    createdAt,
    expiresAt: seconds(createdAt + quoteLifeSeconds),
    chainId: source.network.chainId,
    toChainId: destination.network.chainId,
    sell: legIn?.sell ?? asset,
    buy: legOut?.buy ?? toAsset,
    ...(legIn === undefined ? {} : { legIn }),
    bridge: {
      name: bridge.name,
      title: bridge.title,
      ...{ route, asset, toAsset, fee: offer.fee, terms, value: offer.value, usualSeconds: offer.usualSeconds },
      ...{ deposited, depositedMin, paid: offer.paid },
    },
    ...(legOut === undefined ? {} : { legOut }),
    calls,
    ...{
      crossing,
      toCrossing,
      router: getRouter(source.network).address,
      toRouter: getRouter(destination.network).address,
    },
    amountOut,
    minimumOut,
    gasLimit: gas((legIn?.gasLimit ?? 0n) + crossingGas),
    gasPrice,
    paymentSeconds,
    usd: toUsd(best),
    onFailure: bridge.listFailures(route, failureTerms),
    warnings: collectWarnings(best, isReady),
    ...(order === undefined ? {} : { gasless: order.terms }),
    ...(isReady ? {} : { priceOnly: true }),
  }
}

function toUsd({ legIn, legOut }: CrossCandidate): CrossQuote['usd'] {
  // what crosses as it is costs the same there
  const sell = legIn === undefined ? legOut?.usd.sell : legIn.usd.sell
  const known = { native: legIn?.usd.native, sell, buy: legOut?.usd.buy }
  return Object.fromEntries(Object.entries(known).filter(([, price]) => price !== undefined))
}

function collectWarnings({ legIn, legOut }: CrossCandidate, isReady: boolean): CrossQuote['warnings'] {
  const ofLegs = [legIn, legOut].flatMap((leg) => leg?.warnings ?? []).filter(({ code }) => code !== 'ROUTER_MISSING')
  return [
    ...(isReady
      ? []
      : [
          { code: 'ROUTER_MISSING', message: 'Our contracts are not on both networks: price only. See router deploy.' },
        ]),
    ...ofLegs,
  ]
}
