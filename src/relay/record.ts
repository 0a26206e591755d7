/** The swap record of an order, at each of its stages. */
import type { OrderFill } from '#app/trade/order-fill'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import type { Conclusion } from '#domain/journal/evidence'
import { toAgreedFacts } from '#domain/journal/swap'
import type { Quote } from '#domain/quotes/quote'
import type { Relay, RelayDraft, RelayOutcome } from '#domain/relay/relay'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Seconds } from '#domain/units'
import { keccak } from '#encoding/keccak'

/** Before anything was sent for it. Its nonce is the lane's, and known only once it is stored. */
export function createRecord(quote: Quote, draft: RelayDraft): SwapRecord {
  const { route, affiliateFee } = quote
  return {
    ...startRecord(quote, draft),
    quotedOut: route.amountOut,
    ...(affiliateFee === 0n ? {} : { affiliateFee }),
  }
}

/** The same of a swap to another network. */
export const createCrossRecord = (quote: CrossQuote, draft: RelayDraft): SwapRecord => ({
  ...startRecord(quote, draft),
  quotedOut: quote.amountOut,
  crossing: { toChainId: quote.toChainId, toNetwork: quote.request.toNetwork },
})

type AnyQuote = Pick<Quote, 'id' | 'chainId' | 'minimumOut' | 'sell' | 'gasless'> & {
  readonly request: Pick<Quote['request'], 'network' | 'from' | 'to' | 'sell' | 'buy' | 'sellAmount'>
  readonly usd: { readonly native?: number | undefined; readonly sell?: number | undefined }
}

function startRecord(quote: AnyQuote, draft: RelayDraft): Omit<SwapRecord, 'quotedOut'> {
  const { id, chainId, request, minimumOut, usd, gasless } = quote
  const { network, from, to, sell, buy, sellAmount } = request
  return {
    ...{ id: draft.id, status: 'pending', substatus: 'signed', quoteId: id, network, chainId, from, to, sell, buy },
    ...{ sellAmount, minimumOut, amountOut: undefined, relayerFee: draft.swapFee },
    quotedUsd: { native: usd.native, sell: usd.sell, sellDecimals: quote.sell.decimals },
    gasless: true,
    relayed: true,
    transactionHash: undefined,
    payloadHash: keccak(draft.data),
    nonce: 0,
    deadline: gasless?.deadline ?? draft.deadline,
    mined: undefined,
    reason: undefined,
    createdAt: draft.createdAt,
    updatedAt: draft.createdAt,
    timeline: [{ stage: 'signed', at: draft.createdAt, block: undefined }],
  }
}

/** How an order ended, once that is final. */
export function outcomeOf({ stage, isFinal }: Conclusion): RelayOutcome | undefined {
  if (!isFinal) return undefined
  if (stage === 'confirmed') return 'success'
  if (stage === 'reverted' || stage === 'replaced') return stage
  return stage === 'cancelled' ? 'expired' : undefined
}

/** What a record is made from, once more is known. */
export interface RecordChange {
  readonly before: SwapRecord
  readonly relay: Relay
  readonly conclusion: Conclusion
  readonly now: Seconds
}

/** The record by what is concluded now, if nobody but the relayer can execute the order. */
export const updatedRecord = (change: RecordChange): SwapRecord => applyState(change, stateOf(change))

/**
 * The relayer's own transaction has finally failed, but the signed order can be executed until its deadline by anyone who
 * has it: a record that called it failed would invite to sell again.
 */
export function executableRecord(change: RecordChange): SwapRecord {
  const { stage } = change.conclusion
  const substatus = stage === 'cancelled' ? stage : stateOf(change).substatus
  return applyState(change, { status: 'pending', substatus })
}

/** Long past its deadline the endpoints still do not tell whether another executed it: neither end is claimed. */
export const undecidedRecord = (change: RecordChange): SwapRecord => ({
  ...applyState(change, { status: 'pending', substatus: 'unknown' }),
  reason: 'its RPC endpoints contradict each other, or do not tell',
})

type RecordState = Pick<SwapRecord, 'status' | 'substatus'>

/** A cancellation is no transaction of the swap: the swap shows the last version of its own. */
function applyState({ before, relay, conclusion, now }: RecordChange, state: RecordState): SwapRecord {
  const version = relay.attempts.find(({ hash }) => hash === conclusion.hash)
  const shown = version?.kind === 'cancel' ? relay.attempts.findLast(({ kind }) => kind !== 'cancel') : version
  const { receipt } = conclusion
  const own = receipt !== undefined && version?.kind !== 'cancel'
  const record = {
    ...before,
    ...state,
    nonce: relay.nonce,
    transactionHash: shown?.hash,
    mined: own ? toAgreedFacts(receipt) : undefined,
    amountOut: own ? receipt.received : undefined,
    reason: reasonOf(before, conclusion, own),
  }
  const last = before.timeline.at(-1)
  const at = record.mined?.block
  const moved = last?.stage !== record.substatus || (record.substatus === 'mined' && last.block !== at)
  const isNew = moved || before.transactionHash !== record.transactionHash || before.status !== record.status
  const timeline = moved ? [...before.timeline, { stage: record.substatus, at: now, block: at }] : before.timeline
  return { ...record, timeline, updatedAt: isNew ? now : before.updatedAt }
}

/** The record of an order that another's transaction filled: its owner got what was signed, by that transaction. */
export function filledRecord(
  { before, now }: Pick<RecordChange, 'before' | 'now'>,
  { hash, mined, received }: OrderFill,
): SwapRecord {
  const state = executedState(before, true)
  return {
    ...{ ...before, ...state, transactionHash: hash, amountOut: received, reason: undefined },
    ...{ mined, updatedAt: now },
    timeline: [...before.timeline, { stage: state.substatus, at: now, block: mined.block }],
  }
}

/** The record of an order that nothing was signed for until its deadline, and that nobody executed. */
export const unsignedRecord = (before: SwapRecord, now: Seconds): SwapRecord => ({
  ...{ ...before, status: 'expired', substatus: 'expired', updatedAt: now },
  timeline: [...before.timeline, { stage: 'expired', at: now, block: undefined }],
})

/** An executed order has ended, or is on the other network now: there the tracker of swaps goes on, not the relayer. */
const executedState = ({ crossing }: SwapRecord, isFinal: boolean): RecordState => {
  if (crossing !== undefined) return { status: 'bridging', substatus: 'mined' }
  return isFinal ? { status: 'success', substatus: 'confirmed' } : { status: 'pending', substatus: 'mined' }
}

/** The record of an order whose execution is final, as it is given to the tracker of swaps: only that changes it then. */
export function handOver(record: SwapRecord): SwapRecord {
  const { relayed: _, ...rest } = record
  return record.crossing === undefined ? record : rest
}

/** Why it cannot succeed any more, or did not. */
function reasonOf({ reason }: SwapRecord, { stage, receipt }: Conclusion, isOwn: boolean): string | undefined {
  if (!isOwn) return reason
  return stage === 'reverted' ? (receipt?.reason?.words ?? reason) : undefined
}

function stateOf({ before, relay: { attempts }, conclusion: { stage, isFinal } }: RecordChange): RecordState {
  const { reason } = before
  if (stage === 'confirmed' || stage === 'mined') return executedState(before, stage === 'confirmed')
  if (stage === 'reverted')
    return isFinal ? { status: 'error', substatus: stage } : { status: 'pending', substatus: 'mined' }
  if (stage === 'replaced' && isFinal) return { status: 'error', substatus: 'replaced' }
  if (stage === 'cancelled' && isFinal)
    return reason === undefined
      ? { status: 'expired', substatus: 'expired' }
      : { status: 'error', substatus: 'cancelled' }
  if (stage === 'submitted') return { status: 'pending', substatus: 'submitted' }
  const wasSent = attempts.length > 0 && stage !== 'signed'
  return { status: 'pending', substatus: wasSent ? 'unknown' : 'signed' }
}
