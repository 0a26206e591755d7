import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { etherChain } from '#networks/evm-chain'
import { dodoV2, maverickV2, sushiV2, sushiV3, uniswapV3 } from '#networks/exchanges'

const weth = evm('0x5300000000000000000000000000000000000004')
const usdc = evm('0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4')
const usdt = evm('0xf55BEC9cafDbE8730f096Aa55dad6D22d44099Df')
const dai = evm('0xcA77eB3fEFe3725Dc33bccB54eDEFc3D9f764f97')
const wbtc = evm('0x3C1BCa5a656e69edCD0D4E36BEbb3FcDAcA60Cf1')

export const network: Network = {
  name: networkName('scroll'),
  title: 'Scroll',
  ...etherChain,
  l1Fee: { oracle: evm('0x5300000000000000000000000000000000000002'), addsSignature: false },
  chainId: 534352,
  wrapped: weth,
  rpc: ['https://rpc.scroll.io', 'https://scroll-rpc.publicnode.com', 'https://scroll.drpc.org'],
  explorer: 'https://scrollscan.com',
  blockTimeMs: 3000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdt, dai, wbtc],
  stables: [usdc, usdt, dai],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'DAI', address: dai, decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
    { symbol: 'wstETH', address: evm('0xf610A9dfB7C89644979b4A0f27063E9e7d7Cda32'), decimals: 18 },
  ],
  // Not stated: SyncSwap: its vault is not known; Ambient: its family is not read; Tokan: not known to have
  // Aerodrome’s interface; iZiSwap: its family is not read.
  venues: [
    {
      protocol: 'ramses-v3',
      name: 'nuri-cl',
      title: 'Nuri CL',
      factory: evm('0xAAA32926fcE6bE95ea2c51cB4Fcb60836D320C42'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...uniswapV3,
      factory: evm('0x70C62C8b8e801124A4Aa81ce07b637A3e83cb919'),
      evidence: {
        confidence: 'medium',
        source: 'DefiLlama-Adapters@1eb4e81 projects/uniswap/index.js + sushi@7.3.15 features/uniswap-v3.js',
      },
    },
    {
      protocol: 'uniswap-v2',
      name: 'zebra-v1',
      title: 'Zebra V1',
      factory: evm('0xa63eb44c67813cad20A9aE654641ddc918412941'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'zebra-v2',
      title: 'Zebra V2',
      factory: evm('0x96a7F53f7636c93735bf85dE416A4Ace94B56Bd9'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...sushiV2, factory: evm('0xB45e53277a7e0F1D35f2a77160e91e25507f1763') },
    { ...sushiV3, factory: evm('0x46B3fDF7b5CDe91Ac049936bF0bDb12c5d22202e') },
    {
      protocol: 'uniswap-v2',
      name: 'spacefi',
      title: 'SpaceFi',
      factory: evm('0x6cC370Ed99f1C11e7AC439F845d0BA6aed55cf50'),
      feesPpm: [3_000],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      ...maverickV2,
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/maverick-v2/index.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'metavault-v3',
      title: 'Metavault V3',
      factory: evm('0x9367c561915f9D062aFE3b57B18e30dEC62b8488'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...dodoV2,
      factory: evm('0x5a0C840a7089aa222c4458b3BE0947fe5a5006DE'),
      facts: { others: ['0x7E9c460d0A10bd0605B15F0d0388e307d34a62E6'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
  ],
}
