import type { SwapsContext } from '#app/swaps/context'
import { observeCrossing } from '#app/swaps/observe-crossing'
import { observeUnmined, type SentSwap, type SwapObservation } from '#app/swaps/observe-unmined'
import { searchFill } from '#app/swaps/search-fill'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { findRevertReason } from '#app/trade/explain/revert-reason'
import { readAgreedAmount } from '#app/trade/explain/router-swap'
import type { OrderFill } from '#app/trade/order-fill'
import { toSupportedHeight } from '#app/trade/supported-height'
import type { TransactionCheck } from '#domain/chain/chain-evidence'
import type { Chain, Receipt } from '#domain/chain/port'
import type { RevertReason } from '#domain/failures/revert-reason'
import { agreeOnFigures } from '#domain/journal/looks'
import { finalSwapStates, type MinedSwap, type SwapRecord } from '#domain/service/swap-record'
import { type Hex, hex } from '#domain/units'

/**
 * Looks a swap up on its chain and stores changes. A final one is left as it is, unless its claim may still be delivered; one
 * that the relayer follows, too.
 */
export async function refreshSwap(context: SwapsContext, record: SwapRecord): Promise<SwapRecord> {
  const transactionHash = record.versionHash ?? record.transactionHash
  if (record.relayed === true || transactionHash === undefined) return record
  const sent = { ...record, transactionHash }
  const seen = finalSwapStates.has(record.status) ? await lookAtClaim(context, sent) : await observe(context, sent)
  return seen === undefined ? record : store(context, record, seen)
}

/** @param looked versions that were looked at before, and are in no block: endpoints may show each as the next one's */
async function observe(context: SwapsContext, sent: SentSwap, looked: readonly Hex[] = []): Promise<SwapObservation> {
  const { crossing, mined, network, transactionHash } = sent
  // another's fill was final when it was found: what shows it, as its trace, may not be served any more
  const fill = crossing && findFillHash(sent)
  if (fill !== undefined && mined !== undefined) return observeFilled(context, sent, fill, mined)
  const chain = await context.chain(network)
  const receipt = await chain.receipt(transactionHash)
  if (receipt === undefined) {
    const seen = await observeUnmined(context, chain, sent, looked)
    return 'version' in seen ? observeVersion(context, sent, seen.version, [...looked, transactionHash]) : seen
  }
  return crossing !== undefined && receipt.status === 'success'
    ? observeDeposit(context, chain, sent, receipt)
    : observeMined(context, chain, sent, receipt)
}

/** A call that was sent once more under another hash: how that ended is how the swap ended. */
async function observeVersion(
  context: SwapsContext,
  record: SentSwap,
  versionHash: Hex,
  looked: readonly Hex[],
): Promise<SwapObservation> {
  const version = { ...record, transactionHash: versionHash, versionHash, mined: undefined }
  return { ...(await observe(context, version, looked)), versionHash }
}

/** Only an end replaces an end: meanwhile endpoints may not answer, or contradict each other. @returns a new end */
async function lookAtClaim(context: SwapsContext, record: SentSwap): Promise<SwapObservation | undefined> {
  const { crossing, mined } = record
  if (crossing?.hasOpenClaim !== true || mined === undefined) return undefined
  const fill = findFillHash(record)
  const look =
    fill === undefined ? observeCrossing(context, record, mined) : observeFilled(context, record, fill, mined)
  const seen = await look.catch((error: unknown) => {
    if (!isConnectionFailure(error)) throw error
  })
  const isSame = seen === undefined || !finalSwapStates.has(seen.status) || seen.crossing?.hasOpenClaim === true
  return isSame ? undefined : seen
}

async function store(context: SwapsContext, record: SwapRecord, seen: SwapObservation): Promise<SwapRecord> {
  const now = context.clock.now()
  const block = seen.mined?.block
  const last = record.timeline.at(-1)
  const moved = last?.stage !== seen.substatus || (seen.substatus === 'mined' && last.block !== block)
  const timeline = moved ? [...record.timeline, { stage: seen.substatus, at: now, block }] : record.timeline
  const observed = { ...record, ...seen, updatedAt: now, timeline }
  return (await context.swaps.update(observed)) ?? observed
}

/** A mined crossing. Once it has ended, its figures are those that all endpoints tell. */
async function observeDeposit(
  context: SwapsContext,
  chain: Chain,
  record: SentSwap,
  receipt: Receipt,
): Promise<SwapObservation> {
  const seen = await observeCrossing(context, record, receipt)
  if (!finalSwapStates.has(seen.status)) return seen
  return { ...seen, mined: toFacts(listReceipts(receipt, await lookAgain(chain, record, receipt))) }
}

async function observeMined(
  context: SwapsContext,
  chain: Chain,
  record: SentSwap,
  receipt: Receipt,
): Promise<SwapObservation> {
  const { status, block } = receipt
  const { network } = chain
  const isDeep = (height: number): boolean => height - block + 1 >= network.confirmations
  const looks = isDeep((await chain.head()).number) ? await lookAgain(chain, record, receipt) : []
  const isFinal = isDeep(toSupportedHeight(looks, context.clock.now())) && areAgreed(looks, receipt)
  const receipts = listReceipts(receipt, looks)
  const facts = toFacts(receipts)
  if (status === 'reverted') return observeReverted(context, chain, record, { receipt, facts, isFinal })
  const stage = isFinal
    ? { status: 'success' as const, substatus: 'confirmed' as const }
    : { status: 'pending' as const, substatus: 'mined' as const }
  const output = { tokenOut: record.buy, recipient: record.to }
  const amountOut = readAgreedAmount(network, receipts, output)
  return { ...stage, mined: facts, amountOut, reason: undefined }
}

interface RevertedSwap {
  readonly receipt: Receipt
  readonly facts: MinedSwap
  readonly isFinal: boolean
}

async function observeReverted(
  context: SwapsContext,
  chain: Chain,
  record: SentSwap,
  { receipt, facts, isFinal }: RevertedSwap,
): Promise<SwapObservation> {
  const found = await findReason(chain, record, receipt)
  const reverted = { substatus: 'reverted', mined: facts, amountOut: undefined, reason: found?.words } as const
  // after a reorganization the same bytes may succeed: who swapped again by then would have swapped twice
  if (!isFinal) return { ...reverted, status: 'pending' }
  const fill = record.gasless ? await searchFill(chain, record.transactionHash, receipt) : 'none'
  if (typeof fill === 'string') return { ...reverted, status: fill === 'none' ? 'error' : 'pending' }
  return record.crossing === undefined ? toFilled(fill) : observeFilled(context, record, fill.hash, fill.mined)
}

type Receipts = readonly [Receipt, ...Receipt[]]

/** What endpoints tell of it in the same block: the one in use alone until its block is old enough to ask the others. */
const listReceipts = (receipt: Receipt, looks: readonly TransactionCheck[]): Receipts => [
  receipt,
  ...looks.flatMap((look) => (look.receipt?.blockHash === receipt.blockHash ? [look.receipt] : [])),
]

const toFacts = (receipts: Receipts): MinedSwap => {
  const [{ block, blockHash }] = receipts
  return { block, blockHash, ...agreeOnFigures(receipts) }
}

/** The endpoint in use may claim any height, and serve the receipt of a block that was reorganized away. */
const lookAgain = (chain: Chain, { transactionHash: hash, from: sender }: SentSwap, known: Receipt) =>
  chain.checkTransaction({ hash, sender, known }, 'all')

/**
 * Whether every endpoint shows it with the same end in the same block. Of a success it is enough that a block is its own,
 * though it serves no receipt, and one that has not come so far does not count.
 */
const areAgreed = (looks: readonly TransactionCheck[], known: Receipt): boolean =>
  looks.every(({ receipt, seen, head, blockHash }) => {
    if (receipt !== undefined) return receipt.status === known.status && receipt.blockHash === known.blockHash
    if (known.status === 'reverted') return false
    return seen === 'behind' ? blockHash === known.blockHash : head.number < known.block
  })

/** `undefined` if the transaction can no longer be read. */
async function findReason(
  chain: Chain,
  { transactionHash }: SentSwap,
  receipt: Receipt,
): Promise<RevertReason | undefined> {
  const [transaction] = await chain.transactions([transactionHash])
  if (transaction?.to === undefined) return undefined
  const { from, to, data, value, gasLimit, hash } = transaction
  return findRevertReason(chain, { call: { from, to, data, value }, hash, receipt, gasLimit })
}

const fillReason = 'another transaction filled its order: '

/** Older records have the hash in their reason only. */
function findFillHash({ crossing, reason }: SentSwap): Hex | undefined {
  if (crossing?.fillHash !== undefined) return crossing.fillHash
  return reason?.startsWith(fillReason) === true ? hex(reason.slice(fillReason.length)) : undefined
}

/** The owner's order is on the other network now, by another's transaction. The record keeps the hash as below. */
async function observeFilled(
  context: SwapsContext,
  record: SentSwap,
  fillHash: Hex,
  mined: MinedSwap,
): Promise<SwapObservation> {
  const seen = await observeCrossing(context, { ...record, transactionHash: fillHash }, mined)
  const crossing = seen.crossing ?? record.crossing
  return {
    ...seen,
    reason: `${fillReason}${fillHash}`,
    ...(crossing === undefined ? {} : { crossing: { ...crossing, fillHash } }),
  }
}

/** The owner got what was signed, by another's transaction. The record keeps the hash by which it is asked for. */
const toFilled = (fill: OrderFill): SwapObservation => {
  const { hash, mined, received } = fill
  return {
    ...{ status: 'success', substatus: 'confirmed', amountOut: received },
    ...{ mined, reason: `${fillReason}${hash}`, fillHash: hash },
  }
}
