/** Separate from `router.ts`, so that quoting does not load the code. */
import type { Network } from '#domain/network'
import { type Address, evm, type Hex } from '#domain/units'
import { type AdapterName, getAdapters } from './adapters.ts'
import { cctpBridgeInitCode } from './cctp-bridge-code.gen.ts'
import { getCctpBridge, getCrossing, getStargateBridge } from './crossing.ts'
import { crossingInitCode } from './crossing-code.gen.ts'
import { getDeployer } from './deployers.ts'
import type { PinnedContract } from './pinned-contract.ts'
import { getRouter } from './router.ts'
import { adapterInitCodes, routerInitCode, routerStorageInitCode } from './router-code.gen.ts'
import { stargateBridgeInitCode } from './stargate-bridge-code.gen.ts'

/** The keyless CREATE2 deployer of most networks: it is sent a salt and the code to deploy. */
export const deployer: Address = getDeployer({}).address

/**
 * Sender of the one transaction that deploys {@link deployer}, signed so that its key is unknown. It needs 0.01 of the
 * native currency at this address, and a chain that accepts transactions without a chain id.
 */
export const deployerSender: Address = evm('0x3fab184622dc19b6109349b94811493bf2a45362')

/** One of our contracts, and the data that makes the network's deployer deploy it at its pinned address. */
export interface Deployable extends PinnedContract {
  readonly name: 'router' | 'crossing' | 'cctp-bridge' | 'stargate-bridge' | AdapterName
  readonly data: Hex
}

const routerCodes: Readonly<Record<Network['router'], string>> = {
  cancun: routerInitCode,
  storage: routerStorageInitCode,
}
const adapterCodes: Readonly<Record<AdapterName, string>> = adapterInitCodes

/** The contract of swaps to other networks, and what deposits and passes on for it by CCTP and by Stargate. */
export function listCrossingDeployables(network: Pick<Network, 'deployer'>): readonly Deployable[] {
  const { encode } = getDeployer(network)
  return [
    { name: 'crossing', ...getCrossing(network), data: encode(crossingInitCode) },
    { name: 'cctp-bridge', ...getCctpBridge(network), data: encode(cctpBridgeInitCode) },
    { name: 'stargate-bridge', ...getStargateBridge(network), data: encode(stargateBridgeInitCode) },
  ]
}

/** What trades on a network: its router, then the adapters. */
export function listDeployables(network: Pick<Network, 'router' | 'deployer'>): readonly [Deployable, ...Deployable[]] {
  const { encode } = getDeployer(network)
  return [
    { name: 'router', ...getRouter(network), data: encode(routerCodes[network.router]) },
    ...getAdapters(network).map((adapter) => ({ ...adapter, data: encode(adapterCodes[adapter.name]) })),
  ]
}
