/** What the destination's crossing contract made of a bridge's payment, read from that chain. */
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord } from '#domain/calls/words'
import type { BridgeDeposit, BridgeReceipt, CrossingReader, CrossingState } from '#domain/crossing/bridge'
import type { Claim } from '#domain/crossing/delivery'
import { type Address, type Hex, hex } from '#domain/units'
import { crossingSelectors, crossingTopics } from '#encoding/contracts/crossing.gen'
import { findParked } from './message.ts'

/** A payment, and where it was made. */
export interface PaymentQuery {
  readonly deposit: BridgeDeposit
  /** The transaction that paid. */
  readonly payment: Hex
  readonly reader: CrossingReader
  /** The destination's crossing contract. */
  readonly crossing: Address
}

/**
 * Delivered, unless the crossing contract kept the payment as a claim in the same transaction. A claim that was tried again
 * since is delivered too.
 * @throws RangeError for a payment without a receipt, and if the contract does not answer
 */
export async function readOutcome({ deposit, payment, reader, crossing }: PaymentQuery): Promise<CrossingState> {
  const receipt = await reader.receipt(payment)
  if (receipt === undefined) throw new RangeError(`the payment ${payment} has no receipt`)
  const parked = findParked(receipt.logs, crossing, deposit)
  if (parked === undefined) return { state: 'success', deposit, payment }
  const { id, claim } = parked
  const count = await reader.call(crossing, hex(`${crossingSelectors.claims}${id.slice(2)}`))
  if (count.length !== 66) throw new RangeError('the crossing contract does not say whether the claim is open')
  const kept = { state: 'partial', deposit, payment, claim } as const
  if (BigInt(count) > 0n) return { ...kept, isOpen: true }
  const closed = await reader.logs(crossing, [hex(crossingTopics.Closed), id], deposit.at)
  const [closing, ...others] = new Set(closed.map(({ transaction }) => transaction))
  const end = closing === undefined || others.length > 0 ? undefined : await reader.receipt(closing)
  if (closing === undefined || end === undefined || isReleased(end, claim, crossing)) return { ...kept, isOpen: false }
  return { state: 'success', deposit, payment: closing }
}

/** A release sends its recipient the bridge's token; another try sends that to the router. */
function isReleased({ logs }: BridgeReceipt, { token, amount, delivery }: Claim, crossing: Address): boolean {
  if (delivery.toAsset === token) return false
  const expected = [transferTopic, ...[crossing, delivery.recipient].map((account) => `0x${addressWord(account)}`)]
  return logs.some(
    ({ address, topics, data }) =>
      address === token &&
      expected.every((topic, i) => topic === topics[i]) &&
      data !== '0x' &&
      BigInt(data) === amount,
  )
}
