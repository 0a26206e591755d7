import type { Chain } from '#domain/chain/port'
import { fail, type SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import type { CodeState } from '#domain/trade/deployed-code'
import type { Hex, NetworkName } from '#domain/units'
import { isPinnedCode, type PinnedContract } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'

/** Our contracts that this process has seen deployed. */
export interface DeployedContracts {
  /** True if it was seen deployed. It is not checked again: none of our contracts can change or remove its code. */
  has(network: NetworkName, contract: PinnedContract): boolean
  /** @param code of the account at the contract's address, as returned by a node */
  note(network: NetworkName, contract: PinnedContract, code: Hex): CodeState
}

/** In memory only. A missing contract is looked up again each time. */
export function createDeployedContracts(): DeployedContracts {
  const seen = new Set<string>()
  const keyOf = (network: NetworkName, { address }: PinnedContract): string => `${network} ${address}`
  return {
    has: (network, contract) => seen.has(keyOf(network, contract)),
    note(network, contract, code) {
      if (isPinnedCode(contract, code)) {
        seen.add(keyOf(network, contract))
        return 'deployed'
      }
      return code === '0x' ? 'missing' : 'foreign'
    },
  }
}

/** The failure if the code at the address of a network's router is not the router's. */
export function routerFailure(network: Network, found: Exclude<CodeState, 'deployed'>): SwapError {
  const reason = found === 'missing' ? 'there is no code' : 'other code is'
  return fail('ROUTER_NOT_DEPLOYED', { network: network.name, address: getRouter(network).address, reason })
}

/**
 * Reads the chain only if the router has not been seen before.
 * @throws `ROUTER_NOT_DEPLOYED`
 */
export async function requireDeployedRouter(contracts: DeployedContracts, chain: Chain): Promise<void> {
  const { network } = chain
  const router = getRouter(network)
  if (contracts.has(network.name, router)) return
  const found = contracts.note(network.name, router, await chain.code(router.address))
  if (found !== 'deployed') throw routerFailure(network, found)
}
