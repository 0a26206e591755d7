import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { opStackChain } from '#networks/evm-chain'
import { uniswapV2, uniswapV3, uniswapV4 } from '#networks/exchanges'

const weth = evm('0x4200000000000000000000000000000000000006')
const usdm = evm('0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7')
const usdt0 = evm('0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb')

export const network: Network = {
  name: networkName('megaeth'),
  title: 'MegaETH',
  ...opStackChain,
  chainId: 4326,
  gas: { nodeOnly: true }, // 60,000 for any transaction, and storage at prices of its own
  wrapped: weth,
  rpc: ['https://mainnet.megaeth.com/rpc', 'https://megaeth.drpc.org'],
  explorer: 'https://mega.etherscan.io',
  blockTimeMs: 1000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdm, usdt0],
  stables: [usdm, usdt0],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDm', address: usdm, decimals: 18 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'MEGA', address: evm('0x28B7E77f82B25B95953825F1E3eA0E36c1c29861'), decimals: 18 },
    { symbol: 'wstETH', address: evm('0x601aC63637933D88285A025C685AC4e9a92a98dA'), decimals: 18 },
  ],
  venues: [
    {
      protocol: 'uniswap-v3',
      name: 'kumbaya',
      title: 'Kumbaya',
      factory: evm('0x68b34591f662508076927803c567Cc8006988a09'),
      feesPpm: [100, 500, 3_000, 10_000],
    },
    {
      protocol: 'uniswap-v3',
      name: 'prism',
      title: 'Prism',
      factory: evm('0x1adb8f973373505bB206e0E5D87af8FB1f5514Ef'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...uniswapV3, factory: evm('0x3a5F0CD7d62452b7f899B2A5758BFa57be0dE478') },
    uniswapV4('0xaCB7e78fa05D562e0A5D3089ec896D57D057d38E', {
      stateView: '0x726f84e1DFb8d375a365e0808282f40D52D3E4e8',
      wrapped: weth,
    }),
    {
      protocol: 'uniswap-v3',
      name: 'warpx-v3',
      title: 'WarpX V3',
      factory: evm('0xf67cF9d6FC433e97Ec39Ae4b7E4451B56B171C8a'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'currentx-v3',
      title: 'CurrentX V3',
      factory: evm('0x09cF8A0b9e8C89bff6d1ACbe1467e8E335Bdd03E'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'liquidity-book',
      name: 'sectorone-dlmm',
      title: 'SectorOne DLMM',
      factory: evm('0x304BaEB300dD71CD76f771343E74612C2237a320'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/traderJoeV2.js' },
    },
    { ...uniswapV2, factory: evm('0xbf56488c857A881ae7e3BED27Cf99c10A7Ab7e50') },
    {
      protocol: 'uniswap-v2',
      name: 'warpx-v2',
      title: 'WarpX V2',
      factory: evm('0xB3Ae00A68F09E8b8a003B7669e2E84544cC4a385'),
      feesPpm: [3_000],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
  ],
}
