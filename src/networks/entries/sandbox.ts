import type { Network } from '#domain/network'
import { evm, networkName } from '#domain/units'

const weth = evm('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')

export const network: Network = {
  name: networkName('sandbox'),
  title: 'Sandbox',
  family: 'evm',
  chainId: 31_337,
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  wrapped: weth,
  fees: 'eip-1559',
  rpc: ['http://127.0.0.1:8545'],
  explorer: undefined,
  multicall: evm('0xcA11bde05977b3631167028862bE2a173976CA11'),
  blockTimeMs: 1_000,
  confirmations: 0,
  router: 'cancun',
  hubs: [weth],
  stables: [],
  tokens: [{ symbol: 'WETH', address: weth, decimals: 18 }],
  venues: [],
}
