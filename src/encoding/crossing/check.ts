import { type CrossField, type CrossOrder, type CrossTypedData, crossType } from '#domain/crossing/cross-order'
import { type Address, type Amount, type Hex, nativeToken, type Seconds } from '#domain/units'
import { createMismatch, maxUint256, requireEqual, requireInRange } from '#encoding/mismatch'
import { type Arrival, type CrossCall, computeArrivalHash, decodeCrossCall } from './call.ts'
import { computeCrossDigest, computePermit2Digest } from './digest.ts'

/** The agreed terms that a crossing is checked against before anything is signed. */
export interface ExpectedCrossing {
  readonly chainId: number
  /** The source's crossing contract; the caller compares the code there with the pinned one. */
  readonly crossing: Address
  /**
   * What was agreed. Minimums may be higher than in it; `amountIn` is gross, the seller's whole cost; `arrivalHash`,
   * `deadline`, `toDeadline` and `nonce` are not compared with it.
   */
  readonly order: CrossOrder
  /** The largest fee, in the input token, that the submitter of signed words may take. */
  readonly maxSwapFee: Amount
  readonly now: Seconds
  /** Seconds from `now` that both deadlines have to be at. */
  readonly deadlineWithin: readonly [min: number, max: number]
  readonly toDeadlineWithin: readonly [min: number, max: number]
  /** What the caller chose: compared byte by byte. */
  readonly route: Hex
  /** As `route`, by the hash of it that the order has. */
  readonly there: Arrival
  readonly permit: Hex | undefined
  /** Native currency for the bridge's message, beside what is sold, wei. */
  readonly messageFee: bigint
}

/** A payload of a crossing, of any origin. */
export interface CrossPayload {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

/**
 * Compares a transaction with the agreed terms, field by field.
 * @returns what it does, decoded from its own bytes
 * @throws `PAYLOAD_MISMATCH` at the first difference
 */
export function checkCrossPayload(expected: ExpectedCrossing, { to, value, data }: CrossPayload): CrossCall {
  requireEqual('to', expected.crossing, to)
  const call = decodeCrossCall(data)
  if (call === undefined) throw createMismatch('data', 'a call of the crossing contract', data.slice(0, 10))
  requireEqual('entry', 'cross', call.entry)
  checkTerms(expected, call.order)
  requireEqual('swapFee', '0', call.order.swapFee)
  requireEqual('nonce', '0', call.order.nonce)
  const sold = call.order.fromAsset === nativeToken ? BigInt(call.order.amountIn) : 0n
  requireEqual('value', String(sold + expected.messageFee), String(value))
  requireEqual('permit', expected.permit ?? 'none', call.permit ?? 'none')
  requireEqual('route', expected.route, call.route)
  return call
}

/**
 * Compares an order to be signed with the agreed terms. Its nonce is not checked: only the chain knows it. The
 * route here is not part of an order: its minimum protects the seller.
 * @param by whose allowance is used: the crossing contract's, or Permit2's
 * @returns the 32 bytes to sign
 * @throws `PAYLOAD_MISMATCH` at the first difference
 */
export function checkCrossOrder(
  expected: ExpectedCrossing,
  { domain, message }: Pick<CrossTypedData, 'domain' | 'message'>,
  by: 'crossing' | 'permit2',
): Hex {
  requireEqual('name', 'Swapline Crossing', domain.name)
  requireEqual('version', '1', domain.version)
  requireEqual('chainId', String(expected.chainId), String(domain.chainId))
  requireEqual('verifyingContract', expected.crossing, domain.verifyingContract.toLowerCase())
  if (message.fromAsset === nativeToken) throw createMismatch('fromAsset', 'a token', message.fromAsset)
  checkTerms(expected, message)
  return by === 'crossing' ? computeCrossDigest({ domain, message }) : computePermit2Digest({ domain, message })
}

/** Fields with a rule of their own, below. */
const ruled: readonly CrossField[] = [
  'amountIn',
  'swapFee',
  'bridgeAmountMin',
  'amountOutMin',
  'arrivalHash',
  'deadline',
  'toDeadline',
  'nonce',
]

const patterns = { address: /^0x[0-9a-fA-F]{40}$/, bytes32: /^0x[0-9a-f]{64}$/, uint256: /^\d{1,78}$/ } as const

function checkTerms(expected: ExpectedCrossing, order: CrossOrder): void {
  for (const { name, type } of crossType) {
    if (!patterns[type].test(order[name])) throw createMismatch(name, type, order[name])
    if (!ruled.includes(name)) requireEqual(name, expected.order[name], order[name].toLowerCase())
  }
  requireEqual('arrivalHash', computeArrivalHash(expected.there), order.arrivalHash)
  const { now, deadlineWithin: here, toDeadlineWithin: there } = expected
  requireInRange('deadline', BigInt(order.deadline), BigInt(now + here[0]), BigInt(now + here[1]))
  requireInRange('toDeadline', BigInt(order.toDeadline), BigInt(now + there[0]), BigInt(now + there[1]))
  requireInRange('swapFee', BigInt(order.swapFee), 0n, expected.maxSwapFee)
  const net = BigInt(expected.order.amountIn) - BigInt(order.swapFee)
  requireEqual('amountIn', String(net), order.amountIn)
  for (const name of ['bridgeAmountMin', 'amountOutMin'] as const)
    requireInRange(name, BigInt(order[name]), BigInt(expected.order[name]), maxUint256)
  requireInRange('nonce', BigInt(order.nonce), 0n, maxUint256)
}
