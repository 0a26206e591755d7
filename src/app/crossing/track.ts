import { toBridgeReceipt, toCrossingEnd } from '#app/crossing/chain-reader'
import { type CrossingContext, serviceOf, toBridgeNetwork } from '#app/crossing/context'
import type { Chain } from '#domain/chain/port'
import type { CrossingState } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import { isSandbox } from '#domain/sandbox'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { Hex, NetworkName } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { decodeMessage } from '#encoding/crossing/message'
import { readAmountOut } from '#encoding/receipt'
import { allNetworks, listPlayedNetworks } from '#networks/find'

/** As {@link CrossingService.track}: nothing but the chains is read. */
export async function trackCrossing(
  context: Pick<CrossingContext, 'chain' | 'bridges' | 'bridgeService'>,
  network: NetworkName,
  hash: Hex,
): Promise<TrackedCrossing> {
  const source = await context.chain(network)
  const receipt = await source.receipt(hash)
  const base = { network, hash, recoveries: [] }
  if (receipt === undefined) return { ...base, state: { state: 'pending' } }
  if (receipt.status === 'reverted') return { ...base, state: { state: 'error' } }
  const seen = toBridgeReceipt(hash, receipt)
  for (const bridge of context.bridges) {
    const deposit = known(hash, () => bridge.findDeposit(seen, toBridgeNetwork(source.network)))
    if (deposit === undefined) continue
    const destination = await context.chain(findDestination(source, deposit.toChainId))
    const { network: there } = destination
    const { address: crossing } = getCrossing(there)
    const ends = {
      source: toCrossingEnd(source),
      destination: toCrossingEnd(destination),
      ...serviceOf(context, bridge, source.network),
    }
    const state = await knownAsync(hash, () => bridge.track(hash, ends, crossing))
    const head = await destination.head()
    const received = await readReceived(destination, state)
    return {
      ...base,
      state,
      target: { bridge: bridge.name, network: there.name, chainId: there.chainId, crossing },
      ...(received === undefined ? {} : { received }),
      recoveries: bridge.listRecoveries(state, crossing, head.time),
    }
  }
  throw fail('SWAP_NOT_FOUND', { id: hash })
}

/** What contradicts itself is said to be unknown, with the reason. */
const contradiction = (hash: Hex, error: unknown): unknown =>
  error instanceof RangeError
    ? fail('CHECK_FAILED', { reason: `What became of ${hash} cannot be told: ${error.message}.` })
    : error

function known<T>(hash: Hex, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw contradiction(hash, error)
  }
}

async function knownAsync<T>(hash: Hex, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw contradiction(hash, error)
  }
}

/** A sandbox pays on a sandbox, a real network on a real one. @throws `NETWORK_NOT_SUPPORTED` */
function findDestination({ network: { name } }: Chain, chainId: number): NetworkName {
  const listed = isSandbox(name) ? listPlayedNetworks() : allNetworks()
  const found = listed.find((one) => one.chainId === chainId && one.readable !== undefined)
  if (found?.readable === undefined) throw fail('NETWORK_NOT_SUPPORTED', { name: String(chainId) })
  return found.readable.name
}

/** By the logs of the payment's transaction. */
async function readReceived(chain: Chain, state: CrossingState): Promise<TrackedCrossing['received']> {
  if (state.state !== 'success') return undefined
  const { deposit, payment } = state
  const delivery = decodeMessage(deposit.message)?.delivery
  const [token, recipient] =
    delivery === undefined ? [deposit.toAsset, deposit.receiver] : [delivery.toAsset, delivery.recipient]
  const receipt = await chain.receipt(payment)
  const { wrapped, feeToken } = chain.network
  const router = delivery?.router ?? getCrossing(chain.network).address
  const query = { router, wrapped, tokenOut: token, recipient, feeManager: feeToken?.manager }
  const amount = receipt && readAmountOut(receipt, query)
  return { token, recipient, ...(amount === undefined ? {} : { amount }) }
}
