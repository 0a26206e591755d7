import type { Chain } from '#domain/chain/port'
import { fail, type SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import type { CodeState } from '#domain/trade/deployed-code'
import { type Hex, type NetworkName, noBytes } from '#domain/units'
import { isPinnedCode, type PinnedContract } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'

/** Our contracts that this process has seen deployed. */
export interface DeployedContracts {
  /** True if it was seen deployed. It is not checked again: none of our contracts can change or remove its code. */
  has(network: NetworkName, contract: PinnedContract): boolean
  /** @param code of the account at the contract's address, as returned by a node */
  note(network: NetworkName, contract: PinnedContract, code: Hex): CodeState
  /** As `has`, by every endpoint that answered: enough to pay to its address. */
  isAgreed(network: NetworkName, contract: PinnedContract): boolean
  noteAgreed(network: NetworkName, contract: PinnedContract): void
}

/** In memory only. A missing contract is looked up again each time. */
export function createDeployedContracts(): DeployedContracts {
  const seen = new Set<string>()
  const agreed = new Set<string>()
  const keyOf = (network: NetworkName, { address }: PinnedContract): string => `${network} ${address}`
  return {
    has: (network, contract) => seen.has(keyOf(network, contract)),
    note(network, contract, code) {
      if (isPinnedCode(contract, code)) {
        seen.add(keyOf(network, contract))
        return 'deployed'
      }
      return code === noBytes ? 'missing' : 'foreign'
    },
    isAgreed: (network, contract) => agreed.has(keyOf(network, contract)),
    noteAgreed: (network, contract) => void agreed.add(keyOf(network, contract)),
  }
}

/** `disputed`: some endpoints have our code at the address and others have none. */
type AgreedState = CodeState | 'disputed'

/**
 * What the endpoints that answer have at the router's address. One of them is not believed alone: where there is no code,
 * a payment in the native currency is kept, and the liar's simulation shows a swap. One that fails says nothing.
 */
export async function findRouterState(chain: Pick<Chain, 'network' | 'allCodes'>): Promise<AgreedState> {
  const router = getRouter(chain.network)
  const codes = (await chain.allCodes([router.address])).flat()
  const others = codes.filter((code) => !isPinnedCode(router, code))
  if (others.some((code) => code !== noBytes)) return 'foreign'
  if (others.length === 0) return 'deployed'
  return others.length === codes.length ? 'missing' : 'disputed'
}

/** The failure if the code at the address of a network's router is not the router's. */
export function routerFailure(network: Network, found: Exclude<AgreedState, 'deployed'>): SwapError {
  const { address } = getRouter(network)
  if (found === 'disputed')
    return fail('ROUTER_NOT_TRUSTED', { address, reason: 'one endpoint shows our code there, another one shows none' })
  const reason = found === 'missing' ? 'there is no code' : 'other code is'
  return fail('ROUTER_NOT_DEPLOYED', { network: network.name, address, reason })
}

/**
 * Reads the chain, at every endpoint, only if the router was not agreed before.
 * @throws `ROUTER_NOT_DEPLOYED`; `ROUTER_NOT_TRUSTED` if endpoints disagree
 */
export async function requireDeployedRouter(contracts: DeployedContracts, chain: Chain): Promise<void> {
  const { network } = chain
  const router = getRouter(network)
  if (contracts.isAgreed(network.name, router)) return
  const found = await findRouterState(chain)
  if (found !== 'deployed') throw routerFailure(network, found)
  contracts.noteAgreed(network.name, router)
}
