import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import { type GasFees, maxCostOf, type Payload } from '#domain/payload'
import { type Gas, gas, type Wei } from '#domain/units'

/** 1.2 times the node's estimate: state changes between the estimate and the block. */
export const addGasMargin = (estimate: bigint): Gas => gas((estimate * 6n) / 5n)

/** The price per unit of gas if the base fee stays: an offer leaves room for it to double. */
export const expectedPriceOf = (fees: GasFees): bigint =>
  fees.type === 2 ? (fees.maxFeePerGas + fees.maxPriorityFeePerGas) / 2n : fees.gasPrice

/**
 * Completes a call to a payload: gas from the node's estimate, fees from the chain, and checks funds for both.
 * @throws `ESTIMATE_GAS_FAILED` if the call would revert or the account cannot pay.
 */
export async function completePayload(
  chain: Chain,
  call: Pick<Payload, 'from' | 'to' | 'data' | 'value'>,
  fees?: GasFees,
): Promise<Payload> {
  const [estimate, found] = await Promise.all([chain.estimateGas(call), fees ?? chain.fees()])
  const payload = { ...call, chainId: chain.network.chainId, gasLimit: addGasMargin(estimate), fees: found }
  checkFunds(chain.network, payload, await chain.balance(call.from))
  return payload
}

/** @throws `ESTIMATE_GAS_FAILED` unless `balance` covers value and gas at its highest price. */
export function checkFunds(network: Network, payload: Payload, balance: Wei): void {
  const cost = maxCostOf(payload)
  if (balance >= cost) return
  const { symbol, decimals } = network.native
  throw fail('ESTIMATE_GAS_FAILED', {
    check: payload.value > balance ? 'balance' : 'gas',
    reason: `The account holds ${formatDecimal(balance, decimals)} ${symbol}, but value and gas may cost ${formatDecimal(cost, decimals)} ${symbol}.`,
    fix: `send ${symbol} to ${payload.from}, or swap less`,
  })
}
