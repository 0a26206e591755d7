/** Separate from `router.ts`, so that quoting does not load the code. */
import type { Network } from '#domain/network'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { type AdapterName, adapters } from './adapters.ts'
import type { PinnedContract } from './pinned-contract.ts'
import { routerDeployer, routerSalt } from './router.gen.ts'
import { getRouter } from './router.ts'
import { adapterInitCodes, routerInitCode, routerStorageInitCode } from './router-code.gen.ts'

/** The keyless CREATE2 deployer: it is sent a salt and the code to deploy. */
export const deployer: Address = evm(routerDeployer)

/**
 * Sender of the one transaction that deploys {@link deployer}, signed so that its key is unknown. It needs 0.01 of the
 * native currency at this address, and a chain that accepts transactions without a chain id.
 */
export const deployerSender: Address = evm('0x3fab184622dc19b6109349b94811493bf2a45362')

/** One of our contracts, and the data that makes {@link deployer} deploy it at its pinned address. */
export interface Deployable extends PinnedContract {
  readonly name: 'router' | AdapterName
  readonly data: Hex
}

const routerCodes: Readonly<Record<Network['router'], string>> = {
  cancun: routerInitCode,
  storage: routerStorageInitCode,
}
const adapterCodes: Readonly<Record<AdapterName, string>> = adapterInitCodes

/** All our contracts on a network: its router, then the adapters. */
export const listDeployables = (network: Pick<Network, 'router'>): readonly [Deployable, ...Deployable[]] => [
  { name: 'router', ...getRouter(network), data: prependSalt(routerCodes[network.router]) },
  ...adapters.map((adapter) => ({ ...adapter, data: prependSalt(adapterCodes[adapter.name]) })),
]

const prependSalt = (initCode: string): Hex => hex(`${routerSalt}${initCode.slice(2)}`)
