/** Common to chains whose native currency is ether and whose EVM is Cancun's. Entries add the rest. */
import type { Network } from '#domain/network'
import { evm } from '#domain/units'

export const etherChain: Pick<Network, 'family' | 'native' | 'fees' | 'multicall' | 'router'> = {
  family: 'evm',
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  fees: 'eip-1559',
  multicall: evm('0xcA11bde05977b3631167028862bE2a173976CA11'),
  router: 'cancun',
}
