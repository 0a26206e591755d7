import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { etherChain } from '#networks/evm-chain'
import { curveNg, curveTricryptoNg, curveTwocryptoNg, uniswapV3 } from '#networks/exchanges'

const weth = evm('0xA51894664A773981C6C112C43ce576f315d5b1B6')
const usdc = evm('0x07d83526730c7438048D55A4fc0b850e2aaB6f0b')
const usdce = evm('0x19e26B0638bf63aa9fa4d14c6baF8D52eBE86C5C')
const usdt = evm('0x2DEF195713CF4a606B49D07E520e22C17899a736')
const dai = evm('0x7d02A3E0180451B17e5D7f29eF78d06F8117106C')
const wbtc = evm('0xc4C410459fbaF8f7F86b6cEE52b4fA1282FF9704')

export const network: Network = {
  name: networkName('taiko'),
  title: 'Taiko',
  ...etherChain,
  chainId: 167000,
  deployer: 'safe', // in Safe's list; no list has the usual one
  // shanghai: not known to have transient storage
  router: 'storage',
  wrapped: weth,
  rpc: ['https://rpc.mainnet.taiko.xyz', 'https://taiko-rpc.publicnode.com', 'https://taiko.drpc.org'],
  explorer: 'https://taikoscan.io',
  blockTimeMs: 12000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdce, usdt, dai, wbtc],
  stables: [usdc, usdce, usdt, dai],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDC.e', address: usdce, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'TAIKO', address: evm('0xA9d23408b9bA935c230493c40C73824Df71A0975'), decimals: 18 },
    { symbol: 'DAI', address: dai, decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
  ],
  // Not stated: Ritsu: its vault is not known; Kodo: not known to have Aerodrome’s interface; iZiSwap: its family
  // is not read; Swapsicle V2: its version of Algebra is not known; TanukiX: the factories of its pools are not
  // known.
  venues: [
    {
      protocol: 'uniswap-v3',
      name: 'panko',
      title: 'Panko',
      factory: evm('0x99960D7076297a1E0C86f3cc60FfA5d6f2B507B5'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'algebra-v1',
      name: 'henjin',
      title: 'Henjin',
      factory: evm('0x42B08e7a9211482d3643a126a7dF1895448d3509'),
      feesPpm: [100],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...uniswapV3,
      factory: evm('0x75FC67473A91335B5b8F8821277262a13B38c9b3'),
      evidence: {
        confidence: 'medium',
        source: 'DefiLlama-Adapters@1eb4e81 projects/uniswap/index.js + sushi@7.3.15 features/uniswap-v3.js',
      },
    },
    { ...curveNg, factory: evm('0x06452f9c013fc37169B57Eab8F50A7A48c9198A3') },
    { ...curveTricryptoNg, factory: evm('0x0C9D8c7e486e822C29488Ff51BFf0167B4650953') },
    { ...curveTwocryptoNg, factory: evm('0xFAbC421e3368D158d802684A217a83c083c94CeB') },
    {
      protocol: 'uniswap-v3',
      name: 'taikoswap',
      title: 'TaikoSwap',
      factory: evm('0x826D713e30f0bF09Dd3219494A508E6B30327d4f'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
