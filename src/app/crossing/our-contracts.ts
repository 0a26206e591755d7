import type { Chain } from '#domain/chain/port'
import type { BridgeRoute } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import { type Hex, type NetworkName, noBytes } from '#domain/units'
import { getCctpBridge, getCrossing, getStargateBridge } from '#encoding/contracts/crossing'
import { isPinnedCode, type PinnedContract } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'

/**
 * Checks that router and crossing contract have the pinned code on both networks, by every endpoint that answers: on one
 * they take the tokens, on the other they deliver. Where there is no code, a bridge pays all the same, and who deploys ours
 * afterwards can name the recipient.
 * @throws `ROUTER_NOT_DEPLOYED`, `ROUTER_NOT_TRUSTED`
 */
export async function requireOurContracts(...chains: readonly Chain[]): Promise<void> {
  for (const chain of chains) await requirePinnedAt(chain, getCrossing(chain.network), getRouter(chain.network))
}

/** Bridges whose contracts are ours on both networks; those of any other are its own. */
const ourBridges = new Map([
  ['cctp', getCctpBridge],
  ['stargate', getStargateBridge],
])

/**
 * As {@link requireOurContracts}, and the bridge's contracts where those are ours: what is paid to one that is not there
 * stays there.
 * @param route by our own tables
 */
export async function requireOurCrossing(
  source: Chain,
  destination: Chain,
  { bridge, contract, toContract }: Pick<BridgeRoute, 'bridge' | 'contract' | 'toContract'>,
): Promise<void> {
  const getBridge = ourBridges.get(bridge)
  for (const [chain, address] of [[source, contract] as const, [destination, toContract] as const]) {
    const { network } = chain
    const bridges = getBridge === undefined ? [] : [{ ...getBridge(network), address }]
    await requirePinnedAt(chain, getCrossing(network), getRouter(network), ...bridges)
  }
}

/** Of any of our contracts, by every endpoint that answers. @throws as {@link requireOurContracts} */
export async function requirePinnedAt(
  chain: Pick<Chain, 'network' | 'allCodes'>,
  ...contracts: readonly PinnedContract[]
): Promise<void> {
  for (const codes of await chain.allCodes(contracts.map(({ address }) => address)))
    for (const [i, contract] of contracts.entries()) requirePinned(chain.network.name, contract, codes[i] ?? noBytes)
}

function requirePinned(network: NetworkName, contract: PinnedContract, code: Hex): void {
  if (isPinnedCode(contract, code)) return
  const { address } = contract
  if (code === noBytes) throw fail('ROUTER_NOT_DEPLOYED', { network, address, reason: 'there is no code' })
  throw fail('ROUTER_NOT_TRUSTED', { address, reason: 'its code is not the code we pinned' })
}
