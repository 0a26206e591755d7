import type { CodeState } from '#domain/deployed-code'
import { fail, type SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Chain } from '#domain/ports'
import type { Hex, NetworkName } from '#domain/units'
import { isCodeOf, type Pinned } from '#encoding/pinned'
import { routerOn } from '#encoding/router'

/** The contracts of ours that this process has seen deployed. */
export interface DeployedContracts {
  /** Whether it was seen. It is not asked for again: none of our contracts can change or remove its code. */
  has(network: NetworkName, contract: Pinned): boolean
  /** @param code of the account at the contract's address, as a node gives it */
  note(network: NetworkName, contract: Pinned, code: Hex): CodeState
}

/** Nothing is kept beyond the process, and what was missing is looked for again each time. */
export function createDeployedContracts(): DeployedContracts {
  const seen = new Set<string>()
  const keyOf = (network: NetworkName, { address }: Pinned): string => `${network} ${address}`
  return {
    has: (network, contract) => seen.has(keyOf(network, contract)),
    note(network, contract, code) {
      if (isCodeOf(contract, code)) {
        seen.add(keyOf(network, contract))
        return 'deployed'
      }
      return code === '0x' ? 'missing' : 'foreign'
    },
  }
}

/** The failure where the router of a network is not what is deployed at its address. */
export function routerNotDeployed(network: Network, found: Exclude<CodeState, 'deployed'>): SwapError {
  const reason = found === 'missing' ? 'there is no code' : 'other code is'
  return fail('ROUTER_NOT_DEPLOYED', { network: network.name, address: routerOn(network).address, reason })
}

/**
 * Asks the chain only where the router was not seen before.
 * @throws `ROUTER_NOT_DEPLOYED`
 */
export async function requireDeployedRouter(contracts: DeployedContracts, chain: Chain): Promise<void> {
  const { network } = chain
  const router = routerOn(network)
  if (contracts.has(network.name, router)) return
  const found = contracts.note(network.name, router, await chain.code(router.address))
  if (found !== 'deployed') throw routerNotDeployed(network, found)
}
