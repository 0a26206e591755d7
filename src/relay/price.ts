/** What an order may cost: no more than its fee paid for, so that whatever the fees do, a filled order is no loss. */
import { fetchL1Fee, reserveL1Fee } from '#app/funds'
import { computeChargedGas, computePayloadGasLimit } from '#app/gas-limit'
import { expectedPriceOf } from '#app/trade/steps/complete-payload'
import { raiseFee } from '#app/trade/steps/replacement-fees'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import type { GaslessTerms } from '#domain/relay/order-terms'
import type { RelayLimits } from '#domain/relay/relay'
import { type Gas, wei } from '#domain/units'

/** A transfer of nothing; more on chains that charge for data by gas, where it is estimated again. */
export const minCancelGas = 21_000n

interface OrderCost {
  readonly quote: Quote
  readonly terms: GaslessTerms
  readonly call: Pick<Payload, 'from' | 'to' | 'data' | 'value'>
  /** By the chain, just now. */
  readonly estimate: Gas
}

/**
 * The limits of an order's transaction. Its price per gas is at most what its fee pays for by the estimate; a cancellation
 * may cost in all what the order could have, and so offer far more per gas than the order did.
 * @throws `GASLESS_NOT_AVAILABLE` if fees have risen above what was quoted
 */
export async function limitCost(chain: Chain, { quote, terms, call, estimate }: OrderCost): Promise<RelayLimits> {
  const { network } = chain
  const gasLimit = computePayloadGasLimit(estimate, quote, network)
  const fees = await chain.fees(call)
  const l1Fee = reserveL1Fee(await fetchL1Fee(chain, { ...call, chainId: network.chainId, gasLimit, fees }))
  const paid = terms.worth - l1Fee
  // A cancellation has to outbid the order, and no price may be above the network's ceiling.
  const ceiling = (network.maxGasPrice * 8n) / 10n
  const charged = computeChargedGas(network, estimate, gasLimit)
  const maxPrice = minBigint(paid > 0n ? paid / charged : 0n, ceiling)
  if (maxPrice < expectedPriceOf(fees))
    throw fail('GASLESS_NOT_AVAILABLE', {
      reason: 'Gas costs more now than the fee of this quote pays for.',
      fix: 'make a new quote',
    })
  const cost = gasLimit * maxPrice + l1Fee
  const least = raiseFee(raiseFee(maxPrice, 0), 0)
  const maxCancelPrice = minBigint(maxBigint(cost / minCancelGas, least), network.maxGasPrice)
  const reserved = maxBigint(cost, minCancelGas * maxCancelPrice + l1Fee)
  return { gasLimit, maxPrice: wei(maxPrice), maxCancelPrice: wei(maxCancelPrice), reserved: wei(reserved) }
}

const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const maxBigint = (a: bigint, b: bigint): bigint => (a > b ? a : b)
