import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { opStackChain } from '#networks/evm-chain'
import { dodoV2, uniswapV3 } from '#networks/exchanges'

const weth = evm('0x0Dc808adcE2099A9F62AA87D9670745AbA741746')
const usdc = evm('0xb73603C5d87fA094B7314C74ACE2e64D165016fb')
const usdt = evm('0xf417F5A458eC102B90352F697D6e2Ac3A3d2851f')
const wbtc = evm('0x305E88d809c9DC03179554BFbf85Ac05Ce8F18d6')

export const network: Network = {
  name: networkName('manta'),
  title: 'Manta Pacific',
  ...opStackChain,
  chainId: 169,
  // shanghai: not known to have transient storage
  router: 'storage',
  wrapped: weth,
  rpc: ['https://pacific-rpc.manta.network/http', 'https://manta-pacific.drpc.org', 'https://public.1rpc.io/manta'],
  explorer: 'https://pacific-explorer.manta.network',
  blockTimeMs: 10000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdt, wbtc],
  stables: [usdc, usdt],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
    { symbol: 'MANTA', address: evm('0x95CeF13441Be50d20cA4558CC0a27B601aC544E5'), decimals: 18 },
  ],
  // Not stated: iZiSwap: its family is not read.
  venues: [
    {
      protocol: 'uniswap-v3',
      name: 'quickswap-v3',
      title: 'QuickSwap V3',
      factory: evm('0x56c2162254b0E4417288786eE402c2B41d4e181e'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'apertureswap',
      title: 'ApertureSwap',
      factory: evm('0x5bd1F6735B80e58aAC88B8A94836854d3068a13a'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...uniswapV3,
      factory: evm('0x06D830e15081f65923674268121FF57Cc54e4e23'),
      evidence: {
        confidence: 'medium',
        source: 'DefiLlama-Adapters@1eb4e81 projects/uniswap/index.js + sushi@7.3.15 features/uniswap-v3.js',
      },
    },
    {
      protocol: 'uniswap-v2',
      name: 'pacificswap',
      title: 'PacificSwap',
      factory: evm('0x19405689008954CcddBc8C7Ef2b64Dd88b4a674a'),
      feesPpm: [3_000],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'pacificswap-v3',
      title: 'PacificSwap V3',
      factory: evm('0x0420EC530da3becaaC33B0e8702756195cD847fe'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...dodoV2,
      factory: evm('0x97bBF5BB1dcfC93A8c67e97E50Bea19DB3416A83'),
      facts: { others: ['0x29C7718e8B606cEF1c44Fe6e43e07aF9D0875DE1'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
  ],
}
