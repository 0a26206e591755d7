import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { curveFactory } from '#networks/curve'
import { evmChain } from '#networks/evm-chain'
import {
  curveNg,
  curveTricryptoNg,
  curveTwocryptoNg,
  dodoV2,
  ramsesSpacing,
  sushiV2,
  sushiV3,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'

const wavax = evm('0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7')
const usdc = evm('0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E')
const usdt = evm('0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7')
const btcb = evm('0x152b9d0FdC40C096757F570A51E494bd4b943E50')
const wethe = evm('0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB')
const daie = evm('0xd586E7F844cEa2F87f50152665BCbc2C279D8d70')
const ausd = evm('0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a')

export const network: Network = {
  name: networkName('avalanche'),
  title: 'Avalanche',
  ...evmChain,
  chainId: 43114,
  native: { symbol: 'AVAX', name: 'Avalanche', decimals: 18 },
  wrapped: wavax,
  rpc: [
    'https://api.avax.network/ext/bc/C/rpc',
    'https://avalanche-c-chain-rpc.publicnode.com',
    'https://avalanche.drpc.org',
  ],
  explorer: 'https://snowtrace.io',
  blockTimeMs: 1700,
  confirmations: 5,
  // 500 gwei: a few are usual at most; days of 2023 saw hundreds.
  maxGasPrice: wei(500_000_000_000n),
  // 0.1 AVAX: a few dollars.
  gasBudgetFloor: wei(10n ** 17n),
  hubs: [wavax, usdc, usdt, btcb, wethe, daie],
  stables: [usdc, usdt, daie, ausd],
  tokens: [
    { symbol: 'WAVAX', address: wavax, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDt', address: usdt, decimals: 6 },
    { symbol: 'BTC.b', address: btcb, decimals: 8 },
    { symbol: 'WETH.e', address: wethe, decimals: 18 },
    { symbol: 'sAVAX', address: evm('0x2b2C81e08f1Af8835a78Bb2A90AE924ACE0eA4bE'), decimals: 18 },
    { symbol: 'DAI.e', address: daie, decimals: 18 },
    { symbol: 'AUSD', address: ausd, decimals: 6 },
    { symbol: 'EURC', address: evm('0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD'), decimals: 6 },
  ],
  // Not stated: Curve’s pools that no factory lists: all are of lending tokens; Blackhole V2: not known to have
  // Aerodrome’s interface; Balancer V2: the factories of its pools are not known; Balancer V3: the factories of its
  // pools are not known; WOOFi V3: its family is not read.
  venues: [
    {
      protocol: 'liquidity-book',
      name: 'lfj-v2.1',
      title: 'LFJ V2.1',
      factory: evm('0x8e42f2F4101563bF679975178e880FD87d3eFd4e'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
    },
    {
      protocol: 'liquidity-book',
      name: 'lfj-v2.2',
      title: 'LFJ V2.2',
      factory: evm('0xb43120c4745967fa9b93E79C149E66B0f2D6Fe0c'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
    },
    {
      protocol: 'algebra-integral',
      name: 'blackhole-cl',
      title: 'Blackhole CL',
      factory: evm('0x512eb749541B7cf294be882D636218c84a5e9E5F'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/blackhole-CL/index.js' },
    },
    { ...uniswapV3, factory: evm('0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD') },
    uniswapV4('0x06380C0e0912312B5150364B9DC4542BA0DbBc85', {
      stateView: '0xc3c9e198C735a4b97e3e683f391cCBDD60B69286',
      wrapped: wavax,
    }),
    curveFactory({
      factory: evm('0xb17b674D9c5CB2e441F8e196a2f048A81355d031'),
      implementations: [
        '0xA237034249290De2B07988Ac64b96f22c0E76fE0',
        '0x697434ca761d4F86b553784B69F4f37F5eDf54dF',
        '0x09672362833d8f703D5395ef3252D4Bfa51c15ca',
        '0x1de7f0866e2c4adAC7b457c58Cc25c8688CDa1f2',
        '0xaa82ca713D94bBA7A89CEAB55314F9EfFEdDc78c',
        '0x7544Fe3d184b6B55D6B36c3FCA1157eE0Ba30287',
        '0xCE94D3E5b0D80565D7B713A687b39a3Dc81780BA',
      ],
    }),
    {
      ...curveNg,
      factory: evm('0x1764ee18e8B3ccA4787249Ceb249356192594585'),
      // other lists name 0x6A8cbed756804B16E05E741eDaBd5cB544AE21bf; this is the one of Curve's own package
      evidence: { confidence: 'medium', source: '@curvefi/api@2.70.1 lib/constants/network_constants.js' },
    },
    {
      ...curveTricryptoNg,
      factory: evm('0x3d6cB2F6DcF47CDd9C13E4e3beAe9af041d8796a'),
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 dexs/curve/index.ts' },
    },
    {
      ...curveTwocryptoNg,
      factory: evm('0x98EE851a00abeE0d95D08cF4CA2BdCE32aeaAF7F'),
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 dexs/curve/index.ts' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'lfj-v1',
      title: 'LFJ V1',
      factory: evm('0x9Ad6C38BE94206cA50bb0d90783181662f0Cfa10'),
      feesPpm: [3_000],
    },
    {
      protocol: 'ramses-v3',
      name: 'pharaoh-cl',
      title: 'Pharaoh CL',
      factory: evm('0xAAA32926fcE6bE95ea2c51cB4Fcb60836D320C42'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'pangolin-v3',
      title: 'Pangolin V3',
      factory: evm('0x1128F23D0bc0A8396E9FBC3c0c68f5EA228B8256'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...uniswapV2, factory: evm('0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C') },
    { ...sushiV2, factory: evm('0xc35DADB65012eC5796536bD9864eD8773aBc74C4') },
    { ...sushiV3, factory: evm('0x3e603C14aF37EBdaD31709C4f848Fc6aD5BEc715') },
    {
      protocol: 'liquidity-book',
      name: 'pharaoh-dlmm',
      title: 'Pharaoh DLMM',
      factory: evm('0xEb480050b016f6c6d45203D2346B68bDDDa23D4D'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/traderJoeV2.js' },
    },
    {
      ...dodoV2,
      factory: evm('0xfF133A6D335b50bDAa6612D19E1352B049A8aE6a'),
      facts: { others: ['0x2b0d94Eb7A63B8a2909dE1CB3951ecF7Ae76D2fE'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
    {
      ...ramsesSpacing,
      name: 'pharaoh-v3',
      title: 'Pharaoh V3',
      factory: evm('0xAE6E5c62328ade73ceefD42228528b70c8157D0d'),
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
