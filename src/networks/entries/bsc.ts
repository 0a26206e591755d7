import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { curveFactory } from '#networks/curve'
import { evmChain } from '#networks/evm-chain'
import {
  curveCrypto,
  curveNg,
  curveTricryptoNg,
  curveTwocryptoNg,
  dodoV2,
  maverickV2,
  pancakeV2,
  pancakeV3,
  sushiV2,
  sushiV3,
  sushiV4,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'

const wbnb = evm('0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c')
const usdt = evm('0x55d398326f99059fF775485246999027B3197955')
const usdc = evm('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d')
const btcb = evm('0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c')
const eth = evm('0x2170Ed0880ac9A755fd29B2688956BD959F933F8')
const usd1 = evm('0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d')
const fdusd = evm('0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409')
const dai = evm('0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3')

export const network: Network = {
  name: networkName('bsc'),
  title: 'BNB Smart Chain',
  ...evmChain,
  chainId: 56,
  native: { symbol: 'BNB', name: 'BNB', decimals: 18 },
  wrapped: wbnb,
  rpc: ['https://bsc-dataseed.bnbchain.org', 'https://bsc-rpc.publicnode.com', 'https://bsc.drpc.org'],
  privateRpc: ['https://bsc.rpc.blxrbdn.com', 'https://rpc-bsc.48.club'],
  explorer: 'https://bscscan.com',
  blockTimeMs: 750,
  confirmations: 10,
  // 20 gwei: a tenth of one is usual, 5 were for years.
  maxGasPrice: wei(20_000_000_000n),
  // 0.005 BNB: a few dollars.
  gasBudgetFloor: wei(5n * 10n ** 15n),
  hubs: [wbnb, usdt, usdc, btcb, eth, dai],
  stables: [usdt, usdc, usd1, fdusd, dai],
  tokens: [
    { symbol: 'WBNB', address: wbnb, decimals: 18 },
    { symbol: 'USDT', address: usdt, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 18 },
    { symbol: 'BTCB', address: btcb, decimals: 18 },
    { symbol: 'ETH', address: eth, decimals: 18 },
    { symbol: 'USD1', address: usd1, decimals: 18 },
    { symbol: 'FDUSD', address: fdusd, decimals: 18 },
    { symbol: 'DAI', address: dai, decimals: 18 },
  ],
  // Not stated: PancakeSwap StableSwap: its family is not read; Biswap V2: its pairs have fees of their own and no getAmountOut; Thena V1: not known to
  // have Aerodrome’s interface; Wombat main pool: its family is not read; WOOFi V3: its family is not read.
  venues: [
    { ...uniswapV3, factory: evm('0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7') },
    uniswapV4('0x28e2Ea090877bF75740558f6BFB36A5ffeE9e9dF', {
      stateView: '0xd13Dd3D6E93f276FAfc9Db9E6BB47C1180aeE0c4',
      wrapped: wbnb,
    }),
    { ...pancakeV2, factory: evm('0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73') },
    pancakeV3,
    {
      protocol: 'pancake-infinity',
      name: 'pancake-infinity',
      title: 'PancakeSwap Infinity',
      factory: evm('0xa0FfB9c1CE1Fe56963B0321B32E7A0302114058b'),
      feesPpm: [],
      facts: { wrapped: wbnb },
    },
    curveFactory({
      factory: evm('0xEfDE221f306152971D8e9f181bFe998447975810'),
      implementations: [
        '0xB90B9B1F91a01Ea22A182CD84C1E22222e39B415',
        '0x630C7Ad3998f397df0c0A8FfDB7a65B61ec5539E',
        '0xD166EEdf272B860E991d331B71041799379185D5',
        '0xA50d9a424A14aF0b9e7e9243dc1597d977f6cB09',
        '0xeD49979026DC44DC7E83b1471794ec9b2a365Ea2',
        '0x1086F023146f9026A9Bb22983CE866813C59518A',
      ],
    }),
    {
      ...curveNg,
      factory: evm('0xd7E72f3615aa65b92A4DBdC211E296a35512988B'),
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 dexs/curve/index.ts' },
    },
    {
      ...curveCrypto,
      factory: evm('0xBd5fBd2FA58cB15228a9Abdac9ec994f79E3483C'),
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 dexs/curve/index.ts' },
    },
    {
      ...curveTricryptoNg,
      factory: evm('0x38f8D93406fA2d9924DcFcB67dB5B0521Fb20F7D'),
      // other lists name 0xc55837710bc500F1E3c7bb9dd1d51F7c5647E657; this is the one of Curve's own package
      evidence: { confidence: 'medium', source: '@curvefi/api@2.70.1 lib/constants/network_constants.js' },
    },
    {
      ...curveTwocryptoNg,
      factory: evm('0x98EE851a00abeE0d95D08cF4CA2BdCE32aeaAF7F'),
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 dexs/curve/index.ts' },
    },
    {
      protocol: 'algebra-v1',
      name: 'thena-fusion',
      title: 'Thena Fusion',
      factory: evm('0x306F06C147f064A010530292A1EB6737c3e378e4'),
      feesPpm: [100],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'algebra-integral',
      name: 'thena-integral',
      title: 'Thena Integral',
      factory: evm('0x30055F87716d3DFD0E5198C27024481099fB4A98'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...uniswapV2, factory: evm('0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6') },
    { ...sushiV2, factory: evm('0xc35DADB65012eC5796536bD9864eD8773aBc74C4') },
    { ...sushiV3, factory: evm('0x126555dd55a39328F69400d6aE4F782Bd4C34ABb') },
    { ...sushiV4, facts: { wrapped: wbnb } },
    {
      protocol: 'liquidity-book',
      name: 'lfj-v2.1',
      title: 'LFJ V2.1',
      factory: evm('0x8e42f2F4101563bF679975178e880FD87d3eFd4e'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/traderJoeV2.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'apeswap',
      title: 'ApeSwap',
      factory: evm('0x0841BD0B734E4F5853f0dD8d7Ea041c241fb0Da6'),
      feesPpm: [2_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      ...dodoV2,
      factory: evm('0x790B4A80Fb1094589A3c0eFC8740aA9b0C1733fB'),
      facts: { others: ['0x0fb9815938Ad069Bf90E14FE6C596c514BEDe767'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
    {
      ...maverickV2,
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/maverick-v2/index.js' },
    },
  ],
}
