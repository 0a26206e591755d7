import type { GasFees, Payload } from '#domain/payload'
import { gas, wei } from '#domain/units'
import { addressAt, amountAt, type Body, bodyOf, bytesAt, countAt } from './body.ts'

/** Nodes refuse larger transactions. */
const mostData = 128_000

/** The service's transaction as ours; whether it does what was asked is for others to find out. @throws RangeError. */
export function readPayload(answer: unknown): Payload {
  const body = bodyOf(answer, 'the transaction')
  return {
    from: addressAt(body, 'from'),
    to: addressAt(body, 'to'),
    data: bytesAt(body, 'data', mostData),
    value: wei(amountAt(body, 'value')),
    chainId: countAt(body, 'chainId'),
    gasLimit: gas(amountAt(body, 'gasLimit')),
    fees: feesOf(body),
  }
}

function feesOf(body: Body): GasFees {
  if (body['type'] === 0) return { type: 0, gasPrice: wei(amountAt(body, 'gasPrice')) }
  if (body['type'] !== 2) throw new RangeError('type is neither 0 nor 2')
  const [most, tip] = [amountAt(body, 'maxFeePerGas'), amountAt(body, 'maxPriorityFeePerGas')]
  return { type: 2, maxFeePerGas: wei(most), maxPriorityFeePerGas: wei(tip) }
}
