import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { curveFactory } from '#networks/curve'
import { opStackChain } from '#networks/evm-chain'
import {
  balancerV3,
  curveCrypto,
  curveNg,
  curveTricryptoNg,
  curveTwocryptoNg,
  dodoV2,
  fluid,
  maverickV2,
  pancakeV2,
  pancakeV3,
  solidlyV3,
  sushiV2,
  sushiV3,
  sushiV4,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'
import { usdcGas } from '#networks/token-gas'

const weth = evm('0x4200000000000000000000000000000000000006')
const usdc = evm('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
const cbBtc = evm('0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf')
const usdt = evm('0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2')
const dai = evm('0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb')
const aero = evm('0x940181a94A35A4569E4529A3CDfB74e38FD98631')
const virtual = evm('0x0b3e328455c4059EEb9e3f84b5543F74E24e7E1b')
const usdbc = evm('0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA')

export const network: Network = {
  name: networkName('base'),
  title: 'Base',
  ...opStackChain,
  chainId: 8453,
  wrapped: weth,
  rpc: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com', 'https://base.drpc.org'],
  privateRpc: ['https://base.rpc.blxrbdn.com'],
  explorer: 'https://basescan.org',
  blockTimeMs: 2000,
  confirmations: 10,
  // 20 gwei: on its busiest days, in March 2024, swaps paid a few gwei; hundredths of one are usual.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars, some hundred times the gas of a swap.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, cbBtc, usdt, dai],
  // The tokens of Aerodrome and Virtuals, which the pools of their launches are paired with: both projects' documents.
  intermediates: [aero, virtual],
  stables: [usdc, usdt, dai, usdbc],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6, transferGas: usdcGas },
    { symbol: 'cbBTC', address: cbBtc, decimals: 8 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'DAI', address: dai, decimals: 18 },
    { symbol: 'USDbC', address: usdbc, decimals: 6 },
    { symbol: 'AERO', address: aero, decimals: 18 },
    { symbol: 'cbETH', address: evm('0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22'), decimals: 18 },
    { symbol: 'wstETH', address: evm('0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452'), decimals: 18 },
    { symbol: 'EURC', address: evm('0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'), decimals: 6 },
  ],
  // Not stated: AlienBase V2, AlienBase V3: no source confirms their fees and spacings; Balancer V2: its factories there
  // are all later than those that are modelled; WOOFi V3: its family is not read.
  venues: [
    { ...uniswapV2, factory: evm('0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6') },
    { ...uniswapV3, factory: evm('0x33128a8fC17869897dcE68Ed026d694621f6FDfD') },
    {
      protocol: 'solidly-v2',
      name: 'aerodrome',
      title: 'Aerodrome',
      factory: evm('0x420DD381b31aEf6683db6B902084cB0FFECe40Da'),
      feesPpm: [500, 3_000],
    },
    { ...pancakeV2, factory: evm('0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E') },
    { ...sushiV2, factory: evm('0x71524B4f93c58fcbF659783284E38825f0622859') },
    { ...sushiV3, factory: evm('0xc35DADB65012eC5796536bD9864eD8773aBc74C4') },
    {
      protocol: 'uniswap-v2',
      name: 'baseswap-v2',
      title: 'BaseSwap V2',
      factory: evm('0xFDa619b6d20975be80A10332cD39b9a4b0FAa8BB'),
      feesPpm: [2_500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    pancakeV3,
    uniswapV4('0x498581fF718922c3f8e6A244956aF099B2652b2b', {
      stateView: '0xA3c0c9b65baD0b08107Aa264b0f3dB444b867A71',
      wrapped: weth,
    }),
    {
      protocol: 'slipstream',
      name: 'aerodrome-slipstream',
      title: 'Aerodrome Slipstream',
      factory: evm('0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A'),
      feesPpm: [100, 500, 500, 3_000, 10_000],
      facts: { spacings: [1, 50, 100, 200, 2_000] },
    },
    {
      protocol: 'slipstream',
      name: 'aerodrome-slipstream-2',
      title: 'Aerodrome Slipstream (gauge caps)',
      factory: evm('0xaDe65c38CD4849aDBA595a4323a8C7DdfE89716a'),
      feesPpm: [100, 500, 500, 3_000, 10_000],
      facts: { spacings: [1, 50, 100, 200, 2_000] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/aerodrome-CL/index.js' },
    },
    {
      protocol: 'algebra-integral',
      name: 'quickswap-v4',
      title: 'QuickSwap V4',
      factory: evm('0xC5396866754799B9720125B104AE01d935Ab9C7b'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/quickswap-v4/index.js' },
    },
    solidlyV3,
    curveFactory({
      factory: evm('0x3093f9B57A428F3EB6285a589cb35bEA6e78c336'),
      implementations: [
        '0xD166EEdf272B860E991d331B71041799379185D5',
        '0xA50d9a424A14aF0b9e7e9243dc1597d977f6cB09',
        '0xeD49979026DC44DC7E83b1471794ec9b2a365Ea2',
        '0x1086F023146f9026A9Bb22983CE866813C59518A',
        '0x1621E58d36EB5Ef26F9768Ebe9DB77181b1f5a02',
        '0x44d9B3f4EE15AC81FEb918501fca0ddc9d83C976',
      ],
    }),
    { ...curveNg, factory: evm('0xd2002373543Ce3527023C75e7518C274A51ce712') },
    { ...curveCrypto, factory: evm('0x5EF72230578b3e399E6C6F4F6360edF95e83BBfd') },
    { ...curveTricryptoNg, factory: evm('0xA5961898870943c68037F6848d2D866Ed2016bcB') },
    { ...curveTwocryptoNg, factory: evm('0xc9Fe0C63Af9A39402e8a5514f9c43Af0322b665F') },
    {
      ...balancerV3,
      facts: {
        weighted: ['0x5cF4928a3205728bd12830E1840F7DB85c62a4B9'],
        stable: ['0xb9F8AB3ED3F3aCBa64Bc6cd2DcA74B7F38fD7B88'],
      },
    },
    {
      protocol: 'pancake-infinity',
      name: 'pancake-infinity',
      title: 'PancakeSwap Infinity',
      factory: evm('0xa0FfB9c1CE1Fe56963B0321B32E7A0302114058b'),
      feesPpm: [],
      facts: { wrapped: weth },
    },
    { ...sushiV4, facts: { wrapped: weth } },
    fluid(weth),
    {
      ...dodoV2,
      factory: evm('0x0226fCE8c969604C3A0AD19c37d1FAFac73e13c2'),
      facts: { others: ['0x200D866Edf41070DE251Ef92715a6Ea825A5Eb80', '0xc0F9553Df63De5a97Fe64422c8578D0657C360f7'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
    maverickV2,
  ],
}
