import { evm, hex } from '#domain/units'
import { adapterBuilds } from './adapters.gen.ts'
import type { PinnedContract } from './pinned-contract.ts'

export type AdapterName = (typeof adapterBuilds)[number]['name']

export interface PinnedAdapter extends PinnedContract {
  readonly name: AdapterName
}

/** They store nothing and need no transient storage: one build and one address for every chain. */
export const adapters: readonly PinnedAdapter[] = adapterBuilds.map(({ name, address, runtimeCodeHash }) => ({
  name,
  address: evm(address),
  codeHash: hex(runtimeCodeHash),
}))
