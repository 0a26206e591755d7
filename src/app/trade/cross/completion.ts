/** Calls that complete a bridge's payment, as they are checked before they are signed. */
import { requirePinnedAt } from '#app/crossing/our-contracts'
import type { Chain } from '#domain/chain/port'
import type { Recovery } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { Address, Hex } from '#domain/units'
import { getCctpBridge, getStargateBridge } from '#encoding/contracts/crossing'
import type { PinnedContract } from '#encoding/contracts/pinned-contract'
import { computeBurnId, decodeCompletionCall, messageTransmitter } from '#encoding/crossing/completion'
import { decodeExecutionCall, type ExecutionCall, getEndpoint } from '#encoding/crossing/execution'
import { isStargatePool } from '#encoding/crossing/stargate-pools'

/**
 * A completion is its bridge's to check, who signed and whom it pays: what is checked here is that it is about the very
 * deposit of the source, and goes to the bridge's contract or to ours.
 * @throws `PAYLOAD_MISMATCH`; as `requireOurContracts`
 */
export async function requireOwnCompletion(
  chain: Pick<Chain, 'network' | 'allCodes'>,
  { state }: Pick<TrackedCrossing, 'state'>,
  { to, data }: Pick<Recovery, 'to' | 'data'>,
): Promise<void> {
  const call = readCompletion(chain.network, data)
  if (call === undefined || state.state !== 'bridging')
    throw fail('PAYLOAD_MISMATCH', { field: 'data', expected: 'a completion', actual: data.slice(0, 10) })
  const { isTarget, expected } = call
  if (!isTarget(to)) throw fail('PAYLOAD_MISMATCH', { field: 'to', expected, actual: to })
  const { id } = state.deposit
  if (call.id !== id)
    throw fail('PAYLOAD_MISMATCH', { field: 'deposit', expected: String(id), actual: String(call.id) })
  if (call.through !== undefined) await requirePinnedAt(chain, call.through)
}

interface CompletionCall {
  /** Of the deposit that it completes. */
  readonly id: bigint
  /** Whether it may go to this contract. */
  readonly isTarget: (to: Address) => boolean
  readonly expected: string
  /** The contract of ours that it goes through. */
  readonly through?: PinnedContract
}

const onlyTo = (contract: Address) => ({ isTarget: (to: Address) => to === contract, expected: contract })

function readCompletion(network: Network, data: Hex): CompletionCall | undefined {
  const execution = decodeExecutionCall(data)
  if (execution !== undefined) return readExecution(network, execution)
  const burn = decodeCompletionCall(data)
  if (burn === undefined) return undefined
  const [id, ours] = [computeBurnId(burn.message), getCctpBridge(network)]
  return burn.byBridge ? { id, ...onlyTo(ours.address), through: ours } : { id, ...onlyTo(messageTransmitter) }
}

function readExecution(network: Network, { kind, guid, called }: ExecutionCall): CompletionCall | undefined {
  const [id, ours] = [BigInt(guid), getStargateBridge(network)]
  if (kind === 'repay')
    return { id, isTarget: (to) => isStargatePool(network.chainId, to), expected: 'a pool of Stargate' }
  const there = { id, ...onlyTo(getEndpoint(network.chainId)) }
  if (kind === 'receive') return there
  return called === ours.address ? { ...there, through: ours } : undefined
}
