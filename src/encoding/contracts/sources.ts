import type { Network } from '#domain/network'
import type { CompilerSettings, ContractSource } from '#domain/trade/deployed-code'
import type { AdapterName } from './adapters.ts'
import {
  adapterSources,
  cctpBridgeSource,
  compilerSettings,
  crossingSource,
  routerSources,
  stargateBridgeSource,
} from './sources.gen.ts'

export const compiler: CompilerSettings = compilerSettings

/** The source of a network's router: its two builds differ. */
export const getRouterSource = ({ router }: Pick<Network, 'router'>): ContractSource => routerSources[router]

export const getAdapterSource = (name: AdapterName): ContractSource => adapterSources[name]

export const getCrossingSource = (): ContractSource => crossingSource

export const getCctpBridgeSource = (): ContractSource => cctpBridgeSource

export const getStargateBridgeSource = (): ContractSource => stargateBridgeSource
