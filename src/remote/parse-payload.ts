import type { GasFees, Payload } from '#domain/payload'
import { gas, wei } from '#domain/units'
import { addressAt, amountAt, type Body, bytesAt, countAt, parseBody } from './body.ts'

/** Nodes refuse larger transactions. */
const maxData = 128_000

/** Parses the service's transaction; whether it matches the request is checked elsewhere. @throws RangeError. */
export function parsePayload(answer: unknown): Payload {
  const body = parseBody(answer, 'the transaction')
  return {
    from: addressAt(body, 'from'),
    to: addressAt(body, 'to'),
    data: bytesAt(body, 'data', maxData),
    value: wei(amountAt(body, 'value')),
    chainId: countAt(body, 'chainId'),
    gasLimit: gas(amountAt(body, 'gasLimit')),
    fees: parseFees(body),
  }
}

function parseFees(body: Body): GasFees {
  if (body['type'] === 0) return { type: 0, gasPrice: wei(amountAt(body, 'gasPrice')) }
  if (body['type'] !== 2) throw new RangeError('type is neither 0 nor 2')
  const [max, tip] = [amountAt(body, 'maxFeePerGas'), amountAt(body, 'maxPriorityFeePerGas')]
  return { type: 2, maxFeePerGas: wei(max), maxPriorityFeePerGas: wei(tip) }
}
