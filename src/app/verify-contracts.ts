import type { Chain } from '#domain/chain/port'
import type { ContractVerification, DeployedCode } from '#domain/trade/deployed-code'
import { type AdapterName, getAdapters } from '#encoding/contracts/adapters'
import type { PinnedContract } from '#encoding/contracts/pinned-contract'
import { getRouter } from '#encoding/contracts/router'
import { compiler, getAdapterSource, getRouterSource } from '#encoding/contracts/sources'
import { keccak } from '#encoding/keccak'

/**
 * Reads the code at the address of each of our contracts and compares it with what is pinned, the router first.
 * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`, `STALE_HEAD`
 */
export async function verifyContracts(chain: Chain): Promise<ContractVerification> {
  const head = await chain.head()
  const [router, ...rest] = await readDeployedCode(chain)
  return {
    head,
    compiler,
    contracts: [
      { ...router, source: getRouterSource(chain.network) },
      ...rest.map((adapter) => ({ ...adapter, source: getAdapterSource(adapter.name) })),
    ],
  }
}

/** The router's code, then each adapter's. */
async function readDeployedCode(
  chain: Chain,
): Promise<readonly [DeployedCode, ...(DeployedCode & { readonly name: AdapterName })[]]> {
  const read = async <N extends string>(pinned: PinnedContract & { readonly name: N }) => {
    const { name, address, codeHash } = pinned
    const code = await chain.code(address)
    const foundHash = code === '0x' ? undefined : keccak(code)
    const state = foundHash === undefined ? 'missing' : foundHash === codeHash ? 'deployed' : 'foreign'
    return { name, address, codeHash, state, foundHash } as const
  }
  const [router, ...others] = await Promise.all([
    read({ name: 'router', ...getRouter(chain.network) }),
    ...getAdapters(chain.network).map(read<AdapterName>),
  ])
  return [router, ...others]
}
