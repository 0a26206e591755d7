/** Common to most chains; entries add the rest, and what differs. */
import type { Network } from '#domain/network'
import { evm } from '#domain/units'

/** Of chains whose EVM is Cancun's. */
export const evmChain: Pick<Network, 'family' | 'fees' | 'multicall' | 'router'> = {
  family: 'evm',
  fees: 'eip-1559',
  multicall: evm('0xcA11bde05977b3631167028862bE2a173976CA11'),
  router: 'cancun',
}

/** Of those whose native currency is ether. */
export const etherChain: typeof evmChain & Pick<Network, 'native'> = {
  ...evmChain,
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
}

/** Of the OP stack, whose oracle has one address everywhere. */
export const opStackChain: typeof etherChain & Required<Pick<Network, 'l1Fee' | 'stack'>> = {
  ...etherChain,
  stack: 'optimism',
  l1Fee: { oracle: evm('0x420000000000000000000000000000000000000F'), addsSignature: true },
}
