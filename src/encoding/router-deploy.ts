/** Apart from `router.ts`, so that quoting does not load the code. */
import type { Network } from '#domain/network'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { type AdapterName, adapters } from './adapters.ts'
import type { Pinned } from './pinned.ts'
import { routerDeployer, routerSalt } from './router.gen.ts'
import { routerOn } from './router.ts'
import { adapterInitCodes, routerInitCode, routerStorageInitCode } from './router-code.gen.ts'

/** The keyless CREATE2 deployer: what it is sent is a salt and the code to deploy. */
export const deployer: Address = evm(routerDeployer)

/**
 * Sends the one transaction that places {@link deployer}, which was signed so that nobody knows the key. That takes 0.01
 * of the native currency at this address, and a chain that accepts transactions without a chain id.
 */
export const deployerSender: Address = evm('0x3fab184622dc19b6109349b94811493bf2a45362')

/** A contract of ours, and the data that makes {@link deployer} put it where it is pinned. */
export interface Deployable extends Pinned {
  readonly name: 'router' | AdapterName
  readonly data: Hex
}

const routerCodes: Readonly<Record<Network['router'], string>> = {
  cancun: routerInitCode,
  storage: routerStorageInitCode,
}
const adapterCodes: Readonly<Record<AdapterName, string>> = adapterInitCodes

/** All that a network needs of ours: its router, then the adapters. */
export const deployables = (network: Pick<Network, 'router'>): readonly [Deployable, ...Deployable[]] => [
  { name: 'router', ...routerOn(network), data: salted(routerCodes[network.router]) },
  ...adapters.map((adapter) => ({ ...adapter, data: salted(adapterCodes[adapter.name]) })),
]

const salted = (initCode: string): Hex => hex(`${routerSalt}${initCode.slice(2)}`)
