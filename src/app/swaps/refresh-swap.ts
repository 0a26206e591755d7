import type { SwapsContext } from '#app/swaps/context'
import { findVersion } from '#app/swaps/find-version'
import { observeCrossing } from '#app/swaps/observe-crossing'
import { searchFill } from '#app/swaps/search-fill'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { findRevertReason } from '#app/trade/explain/revert-reason'
import { readAgreedAmount } from '#app/trade/explain/router-swap'
import { readFinalStates } from '#app/trade/final-states'
import type { OrderFill } from '#app/trade/order-fill'
import { readSupportedHeight, toSupportedHeight } from '#app/trade/supported-height'
import type { TransactionCheck } from '#domain/chain/chain-evidence'
import type { Chain, Receipt } from '#domain/chain/port'
import type { RevertReason } from '#domain/failures/revert-reason'
import { agreeOnFigures } from '#domain/journal/looks'
import { finalSwapStates, type MinedSwap, type SwapRecord } from '#domain/service/swap-record'
import { type Hex, hex } from '#domain/units'

type SwapObservation = Pick<
  SwapRecord,
  'status' | 'substatus' | 'mined' | 'amountOut' | 'reason' | 'crossing' | 'versionHash'
>

/** A swap whose transaction is known. */
interface SentSwap extends SwapRecord {
  readonly transactionHash: Hex
}

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

async function observe(context: SwapsContext, sent: SentSwap): Promise<SwapObservation> {
  const { crossing, mined, network, transactionHash } = sent
  // another's fill was final when it was found: what shows it, as its trace, may not be served any more
  const fill = crossing && findFillHash(sent)
  if (fill !== undefined && mined !== undefined) return observeFilled(context, sent, fill, mined)
  const chain = await context.chain(network)
  const receipt = await chain.receipt(transactionHash)
  if (receipt === undefined) return observeUnmined(context, chain, sent)
  return crossing !== undefined && receipt.status === 'success'
    ? observeCrossing(context, sent, receipt)
    : observeMined(context, chain, sent, receipt)
}

/** A call that was sent once more under another hash: how that ended is how the swap ended. */
async function observeVersion(context: SwapsContext, record: SentSwap, versionHash: Hex): Promise<SwapObservation> {
  return { ...(await observe(context, { ...record, transactionHash: versionHash, versionHash })), versionHash }
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
  await context.swaps.update(observed)
  return observed
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
  const receipts = isFinal ? [receipt, ...looks.flatMap((look) => look.receipt ?? [])] : undefined
  const facts = toFacts(receipt, receipts)
  if (status === 'reverted') return observeReverted(context, chain, record, { receipt, facts, isFinal })
  const stage =
    receipts === undefined
      ? { status: 'pending' as const, substatus: 'mined' as const }
      : { status: 'success' as const, substatus: 'confirmed' as const }
  const output = { tokenOut: record.buy, recipient: record.to }
  const amountOut = readAgreedAmount(network, receipts ?? [receipt], output)
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
  return record.crossing === undefined ? toFilled(fill) : observeFilled(context, record, fill.hash, fill.receipt)
}

/** Until every endpoint has shown it, its figures are those of the endpoint in use. */
const toFacts = ({ block, blockHash, ...told }: Receipt, receipts: readonly Receipt[] = []): MinedSwap => ({
  block,
  blockHash,
  ...agreeOnFigures([told, ...receipts]),
})

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

/** Blocks that are searched for the user of a nonce where past states are pruned: some minutes of most chains. */
const blocksRead = 599

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
  const { receipt, received } = fill
  const { block, blockHash, gasUsed, feePaid } = receipt
  return {
    ...{ status: 'success', substatus: 'confirmed', amountOut: received },
    mined: { block, blockHash, gasUsed, feePaid },
    reason: `${fillReason}${fill.hash}`,
  }
}

const nothing = { mined: undefined, amountOut: undefined, reason: undefined }
const unknown = { ...nothing, status: 'pending', substatus: 'unknown' } as const

/**
 * Not in a block by the endpoint in use. It has ended only where every endpoint shows that it cannot be mined any more, and
 * who used its nonce is known: a node that forgot the receipt of a mined transaction shows a used nonce, too.
 */
async function observeUnmined(context: SwapsContext, chain: Chain, record: SentSwap): Promise<SwapObservation> {
  const { from, transactionHash: hash, nonce, deadline, gasless } = record
  // before the looks: what used the nonce by then is not seen as absent after it was mined
  const head = await readSupportedHeight(chain, from, context.clock.now())
  const states = await readFinalStates(chain, from, head)
  const looks = await chain.checkTransaction({ hash, sender: from }, 'all')
  if (looks.some(({ seen }) => seen === 'waiting')) return { ...nothing, status: 'pending', substatus: 'submitted' }
  if (states.length === 0 || looks.some(({ seen }) => seen !== 'absent')) return unknown
  // The sender of a signed order's transaction is unknown: only its deadline can end it.
  const nonces = gasless ? [] : states.flatMap((state) => state.nonce ?? [])
  if (nonces.some((used) => used > nonce)) {
    if (nonces.some((used) => used <= nonce)) return unknown
    // a node without past states tells its user for a while only; two that have nothing of it by its deadline tell as much
    const isGone = looks.length > 1 && states.every(({ block }) => block.time > deadline)
    return observeNonceUser(context, chain, record, { head, isGone })
  }
  if (!gasless && nonces.length === 0) return unknown
  if (states.every(({ block }) => block.time > deadline)) return { ...nothing, status: 'expired', substatus: 'expired' }
  return unknown
}

interface UsedNonce {
  readonly head: number
  /** It has ended, even if its nonce's user is not found. */
  readonly isGone: boolean
}

/** Its nonce is used in a final block. */
async function observeNonceUser(
  context: SwapsContext,
  chain: Chain,
  record: SentSwap,
  { head, isGone }: UsedNonce,
): Promise<SwapObservation> {
  const { from: sender, nonce, transactionHash, versionHash } = record
  const replaced = { ...nothing, status: 'error', substatus: 'replaced' } as const
  const own = [transactionHash, versionHash].filter((hash) => hash !== undefined)
  const user = await chain.findNonceUser({ sender, nonce, freeAt: Math.max(0, head - blocksRead), own })
  // a version that used the nonce was mined, even if every node has forgotten it since
  if (user === undefined) return isGone && versionHash === undefined ? replaced : unknown
  if (user.by === transactionHash) return unknown
  const version = await findVersion(chain, record, user.by)
  if (version === 'same') return observeVersion(context, record, user.by)
  return version === 'other' ? replaced : unknown
}
