import type { CompilerSettings, ContractSource } from '#domain/deployed-code'
import type { Network } from '#domain/network'
import type { AdapterName } from './adapters.ts'
import { adapterSources, compilerSettings, routerSources } from './contract-sources.gen.ts'

export const compiler: CompilerSettings = compilerSettings

/** What the router of a network is compiled from: its two builds differ. */
export const routerSource = ({ router }: Pick<Network, 'router'>): ContractSource => routerSources[router]

export const adapterSource = (name: AdapterName): ContractSource => adapterSources[name]
