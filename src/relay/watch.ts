/** Follows an open order: looks its versions up, concludes, and does what is due. */
import { getSimulationFailure } from '#app/build-payload'
import { readAmountReceived } from '#app/trade/explain/router-swap'
import { readSignedOrder } from '#app/trade/signed-order'
import {
  findNonceEvidence,
  findReason,
  noteEndpoints,
  type ObservedStep,
  queryEndpoints,
  type VersionCheck,
} from '#app/trade/steps/refresh'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Conclusion } from '#domain/journal/evidence'
import type { LookObservation, Observation, ReceiptFacts } from '#domain/journal/observations'
import type { TxVersion } from '#domain/journal/swap'
import type { GasFees } from '#domain/payload'
import { concludeRelay, isGapFiller, type Relay, type RelayOutcome } from '#domain/relay/relay'
import { finalSwapStates, type SwapRecord } from '#domain/service/swap-record'
import { type Seconds, type Wei, wei } from '#domain/units'
import { isNonceUsedRevert } from '#encoding/revert/classify'
import { send, signAndSend } from './attempt.ts'
import type { FollowContext, RelayContext } from './context.ts'
import { decide, type OrderFacts } from './decide.ts'
import { toFillCall } from './fill.ts'
import { findOtherFill, type OtherFillSearch } from './other-fill.ts'
import { reserveVersionL1Fee } from './price.ts'
import { quotedToken } from './quotes.ts'
import {
  executableRecord,
  filledRecord,
  handOver,
  outcomeOf,
  undecidedRecord,
  unsignedRecord,
  updatedRecord,
} from './record.ts'

/** What one tick reads once for all orders of a lane. */
export interface LaneView {
  readonly chain: Chain
  /** What the chain asks now. */
  readonly market: GasFees
  /** By our clock: by the time of a block that one endpoint invents, every open order would be cancelled. */
  readonly now: Seconds
}

/** An order that fails this shortly before its deadline has expired: the chain's clock is ahead of its newest block. */
const endSeconds = 60

/** After its deadline, that is. */
const maxSearchSeconds = 3_600

const depthOf = ({ network }: Chain): number => Math.max(1, network.confirmations)

/** Whether the relayer's own transaction has its final end: the order only waits for what others can do. */
export const isEnded = (chain: Chain, relay: Relay): boolean => concludeRelay(relay, depthOf(chain))?.isFinal === true

/** Looks an order up once, stores what changed, and does what is due. */
export async function watchOrder(context: RelayContext, view: LaneView, open: Relay): Promise<void> {
  const { relay, conclusion } = await look(context, view.chain, open)
  context.reached?.('looked')
  if (conclusion !== undefined && (await settle(context, view.chain, { relay, conclusion }))) return
  await act(context, view, relay, conclusion)
}

/** Looks an order up once that another process signs for, and stores what changed. */
export async function followOrder(context: FollowContext, chain: Chain, open: Relay): Promise<void> {
  const { relay, conclusion } = await look(context, chain, open)
  if (conclusion !== undefined) await settle(context, chain, { relay, conclusion })
  else if (!isGapFiller(relay) && context.clock.now() > relay.deadline) await tellUnsigned(context, chain, relay)
}

/**
 * The record of an order that nothing was signed for. The order itself stays open: its nonce of the lane is used by the one who
 * has the key.
 */
async function tellUnsigned(context: FollowContext, chain: Chain, relay: Relay): Promise<void> {
  const before = await requireRecord(context, relay)
  if (finalSwapStates.has(before.status) || before.relayed !== true) return
  const fill = await findOtherFill(context, chain, relay, {})
  const now = context.clock.now()
  if (fill === 'none') await context.relays.updateRecord(unsignedRecord(before, now))
  if (typeof fill !== 'string') await context.relays.updateRecord(handOver(filledRecord({ before, now }, fill)))
}

/** The first version, right after an order was accepted: it was simulated a moment ago. */
export async function fillAccepted(context: RelayContext, view: LaneView, relay: Relay): Promise<void> {
  await act(context, view, relay, undefined, true)
  const sent = await context.relays.find(relay.id)
  const conclusion = sent && concludeRelay(sent, depthOf(view.chain))
  if (sent !== undefined && conclusion !== undefined) await settle(context, view.chain, { relay: sent, conclusion })
}

interface Looked {
  readonly relay: Relay
  readonly conclusion: Conclusion | undefined
}

interface Concluded extends Looked {
  readonly conclusion: Conclusion
}

async function look(context: FollowContext, chain: Chain, relay: Relay): Promise<Looked> {
  const before = concludeRelay(relay, depthOf(chain))
  if (before === undefined || before.isFinal) return { relay, conclusion: before }
  const checks = await queryEndpoints(chain, toStep(relay, before), 'one')
  const at = context.clock.now()
  const looks = await Promise.all(checks.map((check) => toObservation(chain, relay, check, at)))
  const seen = [...noteEndpoints(at, chain, toStep(relay, before)), ...looks]
  const looked = { ...relay, observations: [...relay.observations, ...seen] }
  const after = concludeRelay(looked, depthOf(chain)) ?? before
  const evidence = after.receipt === undefined ? await findNonceEvidence(at, chain, toStep(looked, after)) : []
  const all = { ...looked, observations: [...looked.observations, ...evidence] }
  const conclusion = concludeRelay(all, depthOf(chain)) ?? after
  const isNews =
    conclusion.stage !== before.stage || conclusion.hash !== before.hash || conclusion.receipt !== undefined
  if (isNews) await context.relays.addObservations(relay.id, [...seen, ...evidence])
  return { relay: all, conclusion }
}

function toStep({ attempts, nonce, observations }: Relay, conclusion: Conclusion): ObservedStep {
  const [first, ...others] = attempts
  if (first === undefined) throw fail('INTERNAL', { reason: 'nothing is signed' })
  const { hash } = conclusion
  return { versions: [first, ...others], nonce, observations, conclusion, hash, payload: first.payload }
}

async function toObservation(
  chain: Chain,
  relay: Relay,
  { version, check }: VersionCheck,
  at: Seconds,
): Promise<LookObservation> {
  const { receipt, ...seen } = check
  const observed = { kind: 'look', at, hash: version.hash, ...seen } as const
  if (receipt === undefined) return observed
  const { logs: _, ...facts } = receipt
  return { ...observed, receipt: { ...facts, ...(await describeReceipt(chain, relay, version, receipt)) } }
}

/** What the recipient received, or why it reverted; nothing for a cancellation. */
async function describeReceipt(
  chain: Chain,
  { data, observations }: Relay,
  version: TxVersion,
  receipt: Parameters<typeof findReason>[2],
): Promise<Pick<ReceiptFacts, 'received' | 'reason'>> {
  if (version.kind === 'cancel') return {}
  const isKnown = (one: Observation) => one.kind === 'look' && one.receipt?.blockHash === receipt.blockHash
  const known = observations.find((one): one is LookObservation => isKnown(one))?.receipt
  if (known?.reason !== undefined) return { reason: known.reason }
  if (receipt.status === 'reverted') return { reason: await findReason(chain, version, receipt) }
  const output = readSignedOrder(chain.network, data)?.output
  const received = output && readAmountReceived(chain.network, receipt, output)
  return received === undefined ? {} : { received }
}

/** Stores the record, and the end of the order if it is final. @returns whether it is */
async function settle(context: FollowContext, chain: Chain, { relay, conclusion }: Concluded): Promise<boolean> {
  const own = outcomeOf(conclusion)
  if (isGapFiller(relay)) return own !== undefined && finish(context, { relay, conclusion }, own, undefined)
  const before = await requireRecord(context, relay)
  const change = { before, relay, conclusion, now: context.clock.now() }
  if (own === undefined) return keepOpen(context, before, updatedRecord(change))
  if (own === 'success') return finish(context, change, own, handOver(updatedRecord(change)))
  const fill = await searchOtherFill(context, chain, change)
  if (fill === 'executable' || fill === 'undecided') return keepOpen(context, before, executableRecord(change))
  if (fill === 'none') return finish(context, change, own, updatedRecord(change))
  if (fill === 'unknown') return finish(context, change, own, undecidedRecord(change))
  return finish(context, change, 'success', handOver(filledRecord(change, fill)))
}

async function keepOpen({ relays }: FollowContext, before: SwapRecord, record: SwapRecord): Promise<false> {
  if (isChanged(before, record)) await relays.updateRecord(record)
  return false
}

/** `unknown`: endpoints that serve no logs, lag or contradict each other so long after the deadline keep no order open. */
async function searchOtherFill(
  context: FollowContext,
  chain: Chain,
  { relay, conclusion }: Concluded,
): Promise<OtherFillSearch | 'unknown'> {
  const isLate = context.clock.now() > relay.deadline + maxSearchSeconds
  try {
    const found = await findOtherFill(context, chain, relay, conclusion)
    return isLate && (found === 'executable' || found === 'undecided') ? 'unknown' : found
  } catch (error) {
    if (isLate) return 'unknown'
    throw error
  }
}

async function finish(
  { relays, reached }: FollowContext,
  { relay, conclusion: { stage, receipt } }: Concluded,
  outcome: RelayOutcome,
  record: SwapRecord | undefined,
): Promise<true> {
  // of a fee that endpoints tell differently, all that was reserved counts
  const paid = receipt === undefined ? 0n : (receipt.feePaid ?? relay.reserved)
  const spent = wei(stage === 'replaced' ? 0n : paid)
  await relays.finish(relay.id, { outcome, spent }, record)
  reached?.('ended')
  return true
}

const isChanged = (before: SwapRecord, { updatedAt, timeline, transactionHash, status, nonce }: SwapRecord): boolean =>
  updatedAt !== before.updatedAt ||
  timeline.length !== before.timeline.length ||
  transactionHash !== before.transactionHash ||
  nonce !== before.nonce ||
  status !== before.status

async function requireRecord({ swaps }: FollowContext, { id }: Relay): Promise<SwapRecord> {
  const record = await swaps.find({ id })
  if (record === undefined) throw fail('INTERNAL', { reason: `order ${id} has no record` })
  return record
}

async function act(
  context: RelayContext,
  { chain, market, now }: LaneView,
  relay: Relay,
  conclusion: Conclusion | undefined,
  isSimulated = false,
): Promise<void> {
  const { replaceAfterSeconds, cancels } = context.limits
  const facts = { relay, conclusion, market, now, replaceAfterSeconds, cancels, isDoomed: false, l1Fee: wei(0n) }
  const first = decide(facts)
  const failure = first.do === 'fill' && !isSimulated ? await simulate(context, chain, relay) : undefined
  if (failure !== undefined && (await isOutdated(context, relay))) return
  const due = { ...facts, isDoomed: failure !== undefined }
  const l1Fee = await readL1Fee(chain, due)
  const action = decide({ ...due, l1Fee })
  const newest = relay.attempts.at(-1)
  if (action.do === 'rebroadcast' && newest !== undefined) await send(context, chain, relay, newest)
  if (action.do !== 'fill' && action.do !== 'cancel') return
  // Before the signature: from then on the order is only followed, and nothing says why.
  if (failure !== undefined && now + endSeconds < relay.deadline) await noteReason(context, relay, failure)
  await signAndSend(context, chain, relay, { ...action, l1Fee })
}

/** Before each version: that of the quote may have been far lower, and no field of a transaction limits it. */
async function readL1Fee(chain: Chain, facts: OrderFacts): Promise<Wei> {
  const action = decide(facts)
  return action.do === 'fill' || action.do === 'cancel' ? reserveVersionL1Fee(chain, facts.relay, action) : wei(0n)
}

/** Another signed a version meanwhile: that has used the order's nonce in what is pending, and so the simulation failed. */
const isOutdated = async ({ relays }: RelayContext, { id, attempts }: Relay): Promise<boolean> =>
  (await relays.find(id))?.attempts.length !== attempts.length

/** Why an order was cancelled before its deadline. */
async function noteReason(context: RelayContext, relay: Relay, reason: string): Promise<void> {
  const record = await requireRecord(context, relay)
  await context.relays.updateRecord({ ...record, reason, updatedAt: context.clock.now() })
}

/**
 * Why it would fail on top of what is pending; `undefined` if it would not. That its nonce is used is no reason once a
 * version is signed: the pending one has used it there.
 */
async function simulate(context: RelayContext, chain: Chain, relay: Relay): Promise<string | undefined> {
  const simulated = await chain.simulate(toFillCall(chain.network, relay))
  if (relay.attempts.length > 0 && isNonceUsedRevert(simulated.data)) return undefined
  return getSimulationFailure(simulated, await quotedToken(context, relay))
}
