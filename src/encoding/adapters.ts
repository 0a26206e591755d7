import { evm, hex } from '#domain/units'
import { adapterBuilds } from './adapters.gen.ts'
import type { Pinned } from './pinned.ts'

export type AdapterName = (typeof adapterBuilds)[number]['name']

export interface PinnedAdapter extends Pinned {
  readonly name: AdapterName
}

/** They keep nothing and need no transient storage: one build, and one address, for every chain. */
export const adapters: readonly PinnedAdapter[] = adapterBuilds.map(({ name, address, runtimeCodeHash }) => ({
  name,
  address: evm(address),
  codeHash: hex(runtimeCodeHash),
}))
