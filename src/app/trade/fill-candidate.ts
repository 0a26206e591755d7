/** Whether a transaction that took an order's tokens from their owner is what executed the order. */
import { isUsedAfter } from '#app/trade/order-state'
import { readSignedOrder, type SignedOrder } from '#app/trade/signed-order'
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord, uintAt } from '#domain/calls/words'
import type { Chain, ChainTransaction, Receipt } from '#domain/chain/port'
import type { CallFrame } from '#domain/debugging/trace'
import { isFailure } from '#domain/errors'
import { type Address, type Amount, amount, type Hex } from '#domain/units'

export interface FoundFill {
  readonly hash: Hex
  readonly from: Address
  /** Of a fill inside of another call: its logs may be those of several orders. What ours returned, if that is known. */
  readonly inside?: { readonly returned: Amount | undefined }
}

/**
 * A fill that is the transaction itself is told by its bytes, which give its hash. One inside of another call is told by what
 * all endpoints show of it: the logs of what the owner paid, and the state of the nonce around its block. A trace is the word of
 * one endpoint, so it only decides among transactions that may be the fill by these.
 * @returns `no` if it is none for certain, `maybe` if that is not known
 * @throws `NETWORK_UNAVAILABLE`
 */
export async function judgeCandidate(chain: Chain, order: SignedOrder, hash: Hex): Promise<FoundFill | 'no' | 'maybe'> {
  const transaction = await findProven(chain, hash)
  if (transaction === undefined) return 'maybe'
  const isFill = (data: Hex) => readSignedOrder(chain.network, data)?.terms === order.terms
  if (transaction.to === order.contract) return isFill(transaction.data) ? transaction : 'no'
  const paid = await judgePayment(chain, order, transaction)
  if (typeof paid === 'string') return paid
  const frames = await chain.allTraces(hash)
  const calls = frames.flatMap((frame) => findFillCall(frame, order.contract, isFill) ?? [])
  if (calls.length === 0 && frames.length >= paid.endpoints) return 'no'
  const isAgreed = frames.length > 0 && calls.length === frames.length
  const isShown = isAgreed || (paid.isExact && (paid.wasFree === true || frames.length === 0))
  return isShown ? { ...transaction, inside: { returned: calls[0] && readReturned(calls[0]) } } : 'maybe'
}

/** `undefined` also for one that endpoints show differently: an invented hash must not end the search. */
async function findProven(chain: Chain, hash: Hex): Promise<ChainTransaction | undefined> {
  try {
    return (await chain.findTransaction(hash))?.transaction
  } catch (error) {
    if (isFailure(error, 'TRANSACTION_DISPUTED')) return undefined
    throw error
  }
}

interface Payment {
  /** How many endpoints show it. */
  readonly endpoints: number
  /** The owner's transfers contain those of the order, as far as all endpoints show them. */
  readonly isExact: boolean
  /** The nonce was free in the block before; `undefined` if no state tells. */
  readonly wasFree: true | undefined
}

/** Whether the owner paid what the order costs in the block that used the nonce, by every endpoint. */
async function judgePayment(
  chain: Chain,
  order: SignedOrder,
  { hash, from: sender }: ChainTransaction,
): Promise<Payment | 'no' | 'maybe'> {
  const checks = await chain.checkTransaction({ hash, sender }, 'all')
  const receipts = checks.flatMap(({ receipt }) => receipt ?? [])
  const [first] = receipts
  if (first === undefined || receipts.length < checks.length) return 'maybe'
  if (receipts.some(({ blockHash }) => blockHash !== first.blockHash)) return 'maybe'
  const shown = receipts.map((one) => (one.status === 'success' ? readPaid(order, one) : []))
  const isEnough = shown.map((paid) => sumOf(paid) >= order.cost)
  if (!isEnough.includes(true)) return 'no'
  if (isEnough.includes(false)) return 'maybe'
  const { block } = first
  const [before, after] = await Promise.all([isUsedAfter(chain, order, block - 1), isUsedAfter(chain, order, block)])
  if (before === true || after === false) return 'no'
  const isExact = shown.every((paid) => containsPayment(order, paid))
  return { endpoints: checks.length, isExact, wasFree: before === false ? true : undefined }
}

/** What the owner paid of the order's token, transfer by transfer. */
function readPaid({ sender, fromAsset }: SignedOrder, { logs }: Pick<Receipt, 'logs'>): readonly bigint[] {
  const from = `0x${addressWord(sender)}`
  return logs
    .filter(({ address, topics }) => address === fromAsset && topics[0] === transferTopic && topics[1] === from)
    .map(({ data }) => (data === '0x' ? 0n : BigInt(data)))
}

const sumOf = (paid: readonly bigint[]): bigint => paid.reduce((sum, one) => sum + one, 0n)

/**
 * Whether some of these transfers are the order's: they sum up to its cost, and to our router the fee is one of its own. The
 * others may be those of another order in the same transaction.
 */
function containsPayment({ swapFee: fee, cost, paysFeeItself }: SignedOrder, paid: readonly bigint[]): boolean {
  if (!paysFeeItself || fee === 0n) return canSum(paid, cost)
  const at = paid.indexOf(fee)
  return at >= 0 && canSum(paid.toSpliced(at, 1), cost - fee)
}

/** A transaction with more different sums than this one tells nothing. */
const maxSums = 10_000

function canSum(values: readonly bigint[], total: bigint): boolean {
  const sums = new Set([0n])
  for (const value of values) {
    for (const sum of [...sums]) if (sum + value <= total) sums.add(sum + value)
    if (sums.size > maxSums) return false
  }
  return sums.has(total)
}

function findFillCall(frame: CallFrame, contract: Address, isFill: (data: Hex) => boolean): CallFrame | undefined {
  if (frame.error !== undefined) return undefined // what a call does that fails is undone
  if (frame.kind === 'CALL' && frame.to === contract && isFill(frame.input)) return frame
  for (const call of frame.calls) {
    const found = findFillCall(call, contract, isFill)
    if (found !== undefined) return found
  }
  return undefined
}

/** Our router returns one word, what it paid. */
const readReturned = ({ output }: CallFrame): Amount | undefined =>
  output.length === 66 ? amount(uintAt(output, 0)) : undefined
