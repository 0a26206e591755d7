import { resolveFees } from '#app/build-payload'
import { toFeeAmount } from '#app/funds-in-tokens'
import { getGasCap } from '#app/gas-limit'
import { fetchVerifiedPayload } from '#app/trade/checks/fetch-verified-payload'
import { getRouterOwner } from '#app/trade/checks/our-router'
import { simulateAndPrice } from '#app/trade/checks/verify-service-payload'
import { assumeHoldings } from '#app/trade/simulation/assume-holdings'
import { createSwapBudget, requireAllFeesWithin } from '#app/trade/steps/gas-budget'
import type { Run, SwapContext } from '#app/trade/swap-parts/run'
import { uintAt } from '#domain/calls/words'
import type { AssumedState } from '#domain/chain/assumed-state'
import type { Chain } from '#domain/chain/port'
import type { Network } from '#domain/network'
import { gasPriceOf, maxCostOf, type Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import type { Assumption, SimulatedSwap } from '#domain/trade/dry-run'
import type { SwapOutcome } from '#domain/trade/trader'
import { type Address, amount, gas, nativeToken, wei } from '#domain/units'

/**
 * Builds, checks and simulates a swap of any sender; the quote stays valid and nothing is signed. What the sender lacks
 * is assumed and named. If it cannot be assumed, the swap is not simulated and the result says why.
 */
export async function dryRunSwap(
  context: SwapContext,
  { request }: Pick<Run, 'request'>,
  { chain, quote, from }: { readonly chain: Chain; readonly quote: Quote; readonly from: Address },
): Promise<SwapOutcome> {
  const fees = await resolveFees(chain, quote, request.fees)
  const gasCost = wei(quote.gasLimit * gasPriceOf(fees))
  const isReal = request.isRealState === true
  const holdings = await assumeHoldings(chain, { quote, owner: from, gasCost, isReal })
  const assumed = 'lacking' in holdings ? {} : holdings.state
  const { minimumOut } = quote
  const built = await fetchVerifiedPayload(context, { chain, quote, from, request, minimumOut, assumed })
  const budget = createSwapBudget(chain.network, quote, request)
  if ('lacking' in holdings) {
    const payload = { ...built.payload, gasLimit: gas(minBigint(quote.gasLimit, getGasCap(chain.network))), fees }
    await requireAllFeesWithin(chain, payload, budget)
    return { quote, payload, unsimulated: holdings.lacking, intent: undefined }
  }

  const { assumesGas } = holdings
  const priced = await simulateAndPrice(chain, {
    quote,
    payload: built.payload,
    wishes: request.fees,
    assumed,
    assumesGas,
  })
  await requireAllFeesWithin(chain, priced.payload, budget)
  const simulation: SimulatedSwap = {
    ...(await readResult(chain, priced, assumed)),
    assumed: holdings.assumed.filter((one) => isNeeded(chain.network, quote, priced.payload, one)),
  }
  return { quote, payload: priced.payload, unsimulated: undefined, simulation, intent: undefined }
}

/** Gas was assumed by the quote's limit; that of the payload may leave the account's own balance sufficient. */
function isNeeded(
  { feeToken, native }: Network,
  { sell, request }: Quote,
  payload: Payload,
  { of, token, actual }: Assumption,
): boolean {
  if (of !== 'balance') return true
  if (token.address === nativeToken) return actual < maxCostOf(payload)
  if (feeToken === undefined) return true
  const sold = token.address === sell.address ? request.sellAmount : 0n
  return actual < sold + toFeeAmount({ native }, feeToken, maxCostOf(payload))
}

/** The output, as our router returns it, and the gas that a node says it used for the same output. */
async function readResult(
  chain: Chain,
  { payload, answer }: Awaited<ReturnType<typeof simulateAndPrice>>,
  assumed: AssumedState,
): Promise<Omit<SimulatedSwap, 'assumed'>> {
  const isOurs = getRouterOwner(chain.network, payload.to) === 'ours'
  const gasUsed = await findGasUsed(chain, payload, { answer, assumed })
  return { amountOut: isOurs ? amount(uintAt(answer, 0)) : undefined, gasUsed }
}

async function findGasUsed(
  chain: Chain,
  payload: Payload,
  { answer, assumed }: { readonly answer: Payload['data']; readonly assumed: AssumedState },
): Promise<SimulatedSwap['gasUsed']> {
  const [tried] = (await chain.simulateCalls([payload], assumed)) ?? []
  return tried?.ok === true && tried.data === answer ? tried.gasUsed : undefined
}

const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b)
