import type { ContractVerification, DeployedCode } from '#domain/deployed-code'
import type { Chain } from '#domain/ports'
import { type AdapterName, adapters } from '#encoding/adapters'
import { adapterSource, compiler, routerSource } from '#encoding/contract-sources'
import { keccak } from '#encoding/keccak'
import type { Pinned } from '#encoding/pinned'
import { routerOn } from '#encoding/router'

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
      { ...router, source: routerSource(chain.network) },
      ...rest.map((adapter) => ({ ...adapter, source: adapterSource(adapter.name) })),
    ],
  }
}

/** The router's, then each adapter's. */
async function readDeployedCode(
  chain: Chain,
): Promise<readonly [DeployedCode, ...(DeployedCode & { readonly name: AdapterName })[]]> {
  const read = async <N extends string>(pinned: Pinned & { readonly name: N }) => {
    const { name, address, codeHash } = pinned
    const code = await chain.code(address)
    const foundHash = code === '0x' ? undefined : keccak(code)
    const state = foundHash === undefined ? 'missing' : foundHash === codeHash ? 'deployed' : 'foreign'
    return { name, address, codeHash, state, foundHash } as const
  }
  const [router, ...others] = await Promise.all([
    read({ name: 'router', ...routerOn(chain.network) }),
    ...adapters.map(read<AdapterName>),
  ])
  return [router, ...others]
}
