/** What a crossing brought its recipient: its own payment alone, whatever else the same transaction paid or took. */
import { approvalTopic, transferTopic } from '#domain/calls/event-topics'
import type { BridgeDeposit, BridgeLog } from '#domain/crossing/bridge'
import type { Delivery } from '#domain/crossing/delivery'
import { type Address, type Amount, amount, nativeToken } from '#domain/units'
import { listUnwrapped } from '#encoding/receipt'
import { decodeAddress, wordLength } from '#encoding/words'
import { decodeMessage } from './message.ts'

export interface Received {
  readonly token: Address
  readonly recipient: Address
  /** Absent if the logs do not tell. */
  readonly amount?: Amount
}

type Log = Pick<BridgeLog, 'address' | 'topics' | 'data'>

/** One delivery of the crossing contract, as the logs show it. */
interface Attempt {
  readonly spent: bigint
  readonly brought: Amount | undefined
}

/**
 * @param logs of the transaction that delivered; the caller has checked that it paid exactly this deposit
 * @param wrapped the destination's wrapped native token
 */
export function readReceived(logs: readonly Log[], deposit: BridgeDeposit, wrapped: Address): Received {
  const delivery = decodeMessage(deposit.message)?.delivery
  const [token, recipient] =
    delivery === undefined ? [deposit.toAsset, deposit.receiver] : [delivery.toAsset, delivery.recipient]
  const found = delivery === undefined ? readPaid(logs, deposit) : readDelivered(logs, { deposit, delivery, wrapped })
  return { token, recipient, ...(found === undefined ? {} : { amount: found }) }
}

/** The bridge pays exactly what was deposited for. Without a transfer of that, it paid in another way. */
function readPaid(logs: readonly Log[], { toAsset, receiver, paid }: BridgeDeposit): Amount | undefined {
  const isPaid = listTransfers(logs).some((one) => {
    return one.token === toAsset && one.to === receiver && one.amount === paid
  })
  return isPaid ? paid : undefined
}

interface DeliveryQuery {
  readonly deposit: BridgeDeposit
  readonly delivery: Delivery
  readonly wrapped: Address
}

/**
 * Other deliveries may be beside it. Its own spends what was paid for it, or more: what was on the contract by mistake
 * goes with it.
 */
function readDelivered(logs: readonly Log[], query: DeliveryQuery): Amount | undefined {
  const { deposit, delivery } = query
  const attempts = delivery.toAsset === deposit.toAsset ? listPayments(logs, query) : listSwaps(logs, query)
  const possible = attempts.filter(({ spent, brought }) => brought !== undefined && spent >= deposit.paid)
  const exact = possible.filter(({ spent }) => spent === deposit.paid)
  const [brought, ...others] = new Set((exact.length > 0 ? exact : possible).map((attempt) => attempt.brought))
  return others.length > 0 ? undefined : brought
}

/** The bridge's own asset, from the crossing contract. */
function listPayments(logs: readonly Log[], { deposit, delivery }: DeliveryQuery): readonly Attempt[] {
  return listTransfers(logs)
    .filter(
      ({ token, from, to }) => token === deposit.toAsset && from === deposit.receiver && to === delivery.recipient,
    )
    .map((one) => ({ spent: one.amount, brought: amount(one.amount) }))
}

/** A swap begins where the crossing contract lets the router take what arrived, and is over where the next one begins. */
function listSwaps(logs: readonly Log[], query: DeliveryQuery): readonly Attempt[] {
  const { toAsset, receiver } = query.deposit
  const begins: { readonly index: number; readonly spent: bigint }[] = []
  let allowed = 0n
  for (const [index, log] of logs.entries()) {
    const given = readMovement(approvalTopic, log)
    if (given?.token !== toAsset || given.from !== receiver || given.to !== query.delivery.router) continue
    // some tokens log what is left of an allowance at each transfer
    if (allowed === 0n && given.amount > 0n) begins.push({ index, spent: given.amount })
    allowed = given.amount
  }
  return begins.map(({ index, spent }, i) => ({
    spent,
    brought: readBrought(logs.slice(index + 1, begins[i + 1]?.index), query),
  }))
}

/** What the router paid the recipient, if it paid once; of native currency, what it unwrapped. */
function readBrought(logs: readonly Log[], { delivery, wrapped }: DeliveryQuery): Amount | undefined {
  const { router, toAsset, recipient } = delivery
  const transfers = listTransfers(logs).filter(({ token, from, to }) => {
    return token === toAsset && from === router && to === recipient
  })
  const payouts =
    toAsset === nativeToken ? listUnwrapped(logs, { router, wrapped }) : transfers.map((one) => one.amount)
  const [payout] = payouts
  return payout === undefined || payouts.length > 1 ? undefined : amount(payout)
}

interface Movement {
  readonly token: Address
  readonly from: Address | undefined
  readonly to: Address | undefined
  readonly amount: bigint
}

const listTransfers = (logs: readonly Log[]) => logs.flatMap((log) => readMovement(transferTopic, log) ?? [])

/** @returns `undefined` for any other log */
function readMovement(topic: string, { address: token, topics, data }: Log): Movement | undefined {
  const [event, from, to, ...more] = topics
  if (event !== topic || from === undefined || to === undefined || more.length > 0) return undefined
  if (data.length !== 2 + wordLength) return undefined
  return { token, from: decodeAddress(BigInt(from)), to: decodeAddress(BigInt(to)), amount: BigInt(data) }
}
