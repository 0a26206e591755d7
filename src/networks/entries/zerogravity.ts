import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import { uniswapV3 } from '#networks/exchanges'

const w0g = evm('0x1Cd0690fF9a693f5EF2dD976660a8dAFc81A109c')

export const network: Network = {
  name: networkName('zerogravity'),
  title: '0G',
  ...evmChain,
  chainId: 16661,
  deployer: 'safe', // in Safe's list; no list has the usual one
  native: { symbol: '0G', name: '0G', decimals: 18 },
  // cancun+ (geth fork): not known to have transient storage
  router: 'storage',
  // multicall: no list has this chain; `networks --check` says whether it is at the usual address
  // in one list at most
  wrapped: w0g,
  rpc: ['https://evmrpc.0g.ai', 'https://16661.rpc.thirdweb.com'],
  explorer: 'https://chainscan.0g.ai',
  blockTimeMs: 1000,
  confirmations: 10,
  // 500 gwei: a few are usual.
  maxGasPrice: wei(500_000_000_000n),
  // 2 0G: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 18n),
  hubs: [w0g],
  stables: [],
  tokens: [{ symbol: 'W0G', address: w0g, decimals: 18 }],
  venues: [
    {
      protocol: 'uniswap-v3',
      name: 'jaine',
      title: 'Jaine',
      factory: evm('0x9bdcA5798E52e592A08e3b34d3F18EeF76Af7ef4'),
      feesPpm: [100, 500, 3_000, 10_000],
    },
    {
      protocol: 'uniswap-v3',
      name: 'tradegpt',
      title: 'TradeGPT',
      factory: evm('0x6F3945Ab27296D1D66D8EEB042ff1B4fb2E0CE70'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...uniswapV3,
      factory: evm('0xcb2436774C3e191c85056d248EF4260ce5f27A9D'),
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/uniswap/index.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'bond',
      title: 'Bond',
      factory: evm('0xBDDB3aCF0A90029a1e7ebC3F82C7D9391C429A75'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'noxa',
      title: 'Noxa',
      factory: evm('0xD9eC2db5f3D1b236843925949fe5bd8a3836FCcB'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
  ],
}
