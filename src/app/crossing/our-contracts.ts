import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { type Hex, type NetworkName, noBytes } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { isPinnedCode, type PinnedContract } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'

/**
 * Checks that router and crossing contract have the pinned code on both networks, by every endpoint that answers: on one
 * they take the tokens, on the other they deliver. Where there is no code, a bridge pays all the same, and who deploys ours
 * afterwards can name the recipient.
 * @throws `ROUTER_NOT_DEPLOYED`, `ROUTER_NOT_TRUSTED`
 */
export async function requireOurContracts(...chains: readonly Chain[]): Promise<void> {
  for (const chain of chains) {
    const { network } = chain
    const ours = [getCrossing(network), getRouter(network)]
    for (const codes of await chain.allCodes(ours.map(({ address }) => address)))
      for (const [i, contract] of ours.entries()) requirePinned(network.name, contract, codes[i] ?? noBytes)
  }
}

/** Of another of our contracts. @throws as {@link requireOurContracts} */
export async function requirePinnedAt(
  chain: Pick<Chain, 'network' | 'codes'>,
  contract: PinnedContract,
): Promise<void> {
  const [code = noBytes] = await chain.codes([contract.address])
  requirePinned(chain.network.name, contract, code)
}

function requirePinned(network: NetworkName, contract: PinnedContract, code: Hex): void {
  if (isPinnedCode(contract, code)) return
  const { address } = contract
  if (code === noBytes) throw fail('ROUTER_NOT_DEPLOYED', { network, address, reason: 'there is no code' })
  throw fail('ROUTER_NOT_TRUSTED', { address, reason: 'its code is not the code we pinned' })
}
