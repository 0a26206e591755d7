import { toCrossingEnd } from '#app/crossing/chain-reader'
import { type CrossingContext, serviceOf, toBridgeNetwork } from '#app/crossing/context'
import { createFinalEnd } from '#app/crossing/final-reader'
import { findDestination } from '#app/crossing/find-destination'
import type { Chain } from '#domain/chain/port'
import type { Bridge, BridgeReceipt, CrossingEnd, CrossingState } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { Hex, NetworkName } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { readReceived } from '#encoding/crossing/read-received'

type TrackContext = Pick<CrossingContext, 'chain' | 'bridges' | 'bridgeService'>

/** States by which nothing ends, so that one endpoint's word is enough. */
const openStates: ReadonlySet<CrossingState['state']> = new Set(['pending', 'bridging'])

/**
 * As {@link CrossingService.track}: nothing but the chains is read. The endpoints in use are asked first; an end that they
 * show counts if all endpoints show one in final blocks.
 */
export async function trackCrossing(context: TrackContext, network: NetworkName, hash: Hex): Promise<TrackedCrossing> {
  const source = await context.chain(network)
  const toEnd = async (chain: Chain) => toCrossingEnd(chain)
  const seen = await explain(hash, () => look(context, { source, hash, toEnd }))
  if (seen !== undefined && openStates.has(seen.state.state)) return seen
  const settled = await look(context, { source, hash, toEnd: createFinalEnd }).catch(toReason)
  if (settled === undefined) throw fail('SWAP_NOT_FOUND', { id: hash })
  if (typeof settled !== 'string' && !openStates.has(settled.state.state)) return settled
  const reason = typeof settled === 'string' ? settled : 'no final block has it yet'
  const base = { network, hash, recoveries: [] }
  if (seen === undefined) return { ...base, state: { state: 'pending' } }
  const { state, target } = seen
  return {
    ...base,
    state: 'deposit' in state ? { state: 'bridging', deposit: state.deposit } : { state: 'pending' },
    ...(target === undefined ? {} : { target }),
    unsettled: { state: state.state, reason },
  }
}

interface Look {
  readonly source: Chain
  readonly hash: Hex
  toEnd(chain: Chain): Promise<CrossingEnd>
}

/** @returns `undefined` for a mined transaction without a deposit @throws RangeError for what contradicts itself */
async function look(context: TrackContext, { source, hash, toEnd }: Look): Promise<TrackedCrossing | undefined> {
  const { network } = source
  const here = await toEnd(source)
  const base = { network: network.name, hash, recoveries: [] }
  const receipt = await here.reader.receipt(hash)
  if (receipt === undefined) return { ...base, state: { state: 'pending' } }
  if (receipt.status === 'reverted') return { ...base, state: { state: 'error' } }
  const taken = findTakenDeposit(context.bridges, receipt, network)
  if (taken === undefined) return undefined
  const { bridge, deposit } = taken
  const found = findDestination(network, deposit.toChainId)
  if (found === undefined) throw fail('NETWORK_NOT_SUPPORTED', { name: String(deposit.toChainId) })
  const destination = await context.chain(found.name)
  const there = await toEnd(destination)
  const { address: crossing } = getCrossing(destination.network)
  const ends = { source: here, destination: there, ...serviceOf(context, bridge, network) }
  const state = await bridge.track(hash, ends, crossing)
  return {
    ...base,
    ...(await describe(bridge, state, { network: destination.network, end: there })),
  }
}

/**
 * The one deposit of a transaction. The submitter of an order, and any token or pool of its route, can make another with
 * another bridge in the same transaction, whose end would then be taken for that of the order.
 * @throws RangeError if there are several
 */
function findTakenDeposit(bridges: readonly Bridge[], receipt: BridgeReceipt, network: Network) {
  const found = bridges.flatMap((bridge) => {
    const deposit = bridge.findDeposit(receipt, toBridgeNetwork(network))
    return deposit === undefined ? [] : { bridge, deposit }
  })
  if (found.length > 1) throw new RangeError(`deposits of ${found.map(({ bridge }) => bridge.title).join(' and ')}`)
  return found[0]
}

interface Destination {
  readonly network: Network
  readonly end: CrossingEnd
}

async function describe(
  bridge: Bridge,
  state: CrossingState,
  { network, end }: Destination,
): Promise<Pick<TrackedCrossing, 'state' | 'target' | 'received' | 'recoveries'>> {
  const { address: crossing } = getCrossing(network)
  const received = await readPaymentReceived(network, end, state)
  return {
    state,
    target: { bridge: bridge.name, network: network.name, chainId: network.chainId, crossing },
    ...(received === undefined ? {} : { received }),
    recoveries: bridge.listRecoveries(state, crossing, await end.reader.now()),
  }
}

const toReason = (error: unknown): string => {
  if (error instanceof RangeError) return error.message
  throw error
}

/** What contradicts itself is said to be unknown, with the reason. @throws `CHECK_FAILED` */
async function explain<T>(hash: Hex, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw fail('CHECK_FAILED', { reason: `What became of ${hash} cannot be told: ${error.message}.` })
  }
}

/** By the logs of the payment's transaction. */
async function readPaymentReceived(
  { wrapped }: Network,
  { reader }: CrossingEnd,
  state: CrossingState,
): Promise<TrackedCrossing['received']> {
  if (state.state !== 'success') return undefined
  const { logs = [] } = (await reader.receipt(state.payment)) ?? {}
  return readReceived(logs, state.deposit, wrapped)
}
