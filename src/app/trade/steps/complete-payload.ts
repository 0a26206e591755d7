import { requireFunds } from '#app/funds'
import type { Chain } from '#domain/chain/port'
import type { Network } from '#domain/network'
import type { GasFees, Payload } from '#domain/payload'
import { type Gas, gas } from '#domain/units'

/**
 * 1.2 times the node's estimate, or by the network's own margin: state changes between the estimate and the block. What
 * a transaction may have there is not exceeded for the margin's sake.
 */
export function addGasMargin(estimate: bigint, { gas: policy, maxGas }: Pick<Network, 'gas' | 'maxGas'>): Gas {
  const limit = (estimate * (100n + BigInt(policy?.marginPercent ?? 20))) / 100n
  return maxGas !== undefined && estimate <= maxGas && limit > maxGas ? maxGas : gas(limit)
}

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
  const [estimate, found] = await Promise.all([chain.estimateGas(call), fees ?? chain.fees(call)])
  const payload = {
    ...call,
    chainId: chain.network.chainId,
    gasLimit: addGasMargin(estimate, chain.network),
    fees: found,
  }
  await requireFunds(chain, payload)
  return payload
}
