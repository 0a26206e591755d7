import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { type GasFees, highestCost, type Payload } from '#domain/payload'
import type { Chain } from '#domain/ports'
import { type Gas, gas, type Wei } from '#domain/units'

/** A fifth more than the node's estimate: state moves between the estimate and the block. */
export const withMargin = (estimate: bigint): Gas => gas((estimate * 6n) / 5n)

/** What a unit of gas costs if the base fee stays: an offer leaves room for it to double. */
export const expectedPrice = (fees: GasFees): bigint =>
  fees.type === 2 ? (fees.maxFeePerGas + fees.maxPriorityFeePerGas) / 2n : fees.gasPrice

/**
 * Completes a call to a payload: gas by the node's estimate, fees by the chain's, and money enough for both.
 * @throws `ESTIMATE_GAS_FAILED` where the call would revert or the account cannot pay.
 */
export async function payable(
  chain: Chain,
  call: Pick<Payload, 'from' | 'to' | 'data' | 'value'>,
  fees?: GasFees,
): Promise<Payload> {
  const [estimate, found] = await Promise.all([chain.estimateGas(call), fees ?? chain.fees()])
  const payload = { ...call, chainId: chain.network.chainId, gasLimit: withMargin(estimate), fees: found }
  checkMoney(chain.network, payload, await chain.balance(call.from))
  return payload
}

/** @throws `ESTIMATE_GAS_FAILED` unless `balance` covers value and gas at its highest price. */
export function checkMoney(network: Network, payload: Payload, balance: Wei): void {
  const cost = highestCost(payload)
  if (balance >= cost) return
  const { symbol, decimals } = network.native
  throw fail('ESTIMATE_GAS_FAILED', {
    check: payload.value > balance ? 'balance' : 'gas',
    reason: `The account holds ${decimalText(balance, decimals)} ${symbol}, but value and gas may cost ${decimalText(cost, decimals)} ${symbol}.`,
    fix: `send ${symbol} to ${payload.from}, or swap less`,
  })
}
