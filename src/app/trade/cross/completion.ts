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
import { decodeExecutionCall, getEndpoint } from '#encoding/crossing/execution'

/**
 * A completion is its bridge's to check, who signed and whom it pays: what is checked here is that it is about the very
 * deposit of the source, and goes to the bridge's contract or to ours.
 * @throws `PAYLOAD_MISMATCH`; as `requireOurContracts`
 */
export async function requireOwnCompletion(
  chain: Pick<Chain, 'network' | 'codes'>,
  { state }: Pick<TrackedCrossing, 'state'>,
  { to, data }: Pick<Recovery, 'to' | 'data'>,
): Promise<void> {
  const call = readCompletion(chain.network, data)
  if (call === undefined || state.state !== 'bridging')
    throw fail('PAYLOAD_MISMATCH', { field: 'data', expected: 'a completion', actual: data.slice(0, 10) })
  if (to !== call.to) throw fail('PAYLOAD_MISMATCH', { field: 'to', expected: call.to, actual: to })
  const { id } = state.deposit
  if (call.id !== id)
    throw fail('PAYLOAD_MISMATCH', { field: 'deposit', expected: String(id), actual: String(call.id) })
  if (call.through !== undefined) await requirePinnedAt(chain, call.through)
}

/** Which deposit a call completes, where it has to go, and the contract of ours that it goes through. */
function readCompletion(
  network: Network,
  data: Hex,
): { readonly id: bigint; readonly to: Address; readonly through?: PinnedContract } | undefined {
  const execution = decodeExecutionCall(data)
  if (execution !== undefined) {
    const [to, ours] = [getEndpoint(network.chainId), getStargateBridge(network)]
    if (execution.kind === 'compose' && execution.called !== ours.address) return undefined
    return { id: BigInt(execution.guid), to, ...(execution.kind === 'compose' ? { through: ours } : {}) }
  }
  const burn = decodeCompletionCall(data)
  if (burn === undefined) return undefined
  const [id, ours] = [computeBurnId(burn.message), getCctpBridge(network)]
  return burn.byBridge ? { id, to: ours.address, through: ours } : { id, to: messageTransmitter }
}
