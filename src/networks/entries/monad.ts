import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import {
  balancerV3,
  curveNg,
  curveTricryptoNg,
  curveTwocryptoNg,
  pancakeV2,
  pancakeV3,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'

const wmon = evm('0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A')
const usdc = evm('0x754704Bc059F8C67012fEd69BC8A327a5aafb603')
const usdt0 = evm('0xe7cd86e13AC4309349F30B3435a9d337750fC82D')
const ausd = evm('0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a')
const weth = evm('0xEE8c0E9f1BFFb4Eb878d8f15f368A02a35481242')
const wbtc = evm('0x0555E30da8f98308EdB960aa94C0Db47230d2B9c')

export const network: Network = {
  name: networkName('monad'),
  title: 'Monad',
  ...evmChain,
  chainId: 143,
  gas: { unusedChargedPercent: 100, marginPercent: 10 },
  // A transaction may spend below it only if no other of the account is in the last blocks, as an approval would be.
  nativeReserve: wei(10n ** 19n),
  native: { symbol: 'MON', name: 'Monad', decimals: 18 },
  wrapped: wmon,
  rpc: ['https://rpc.monad.xyz', 'https://rpc1.monad.xyz', 'https://monad-mainnet.drpc.org'],
  explorer: 'https://monadscan.com',
  blockTimeMs: 400,
  confirmations: 10,
  // 2,000 gwei, worth less than one of ether: the least is 100.
  maxGasPrice: wei(2_000_000_000_000n),
  // 100 MON: a few dollars.
  gasBudgetFloor: wei(10n ** 20n),
  hubs: [wmon, usdc, usdt0, ausd, weth, wbtc],
  stables: [usdc, usdt0, ausd],
  tokens: [
    { symbol: 'WMON', address: wmon, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'AUSD', address: ausd, decimals: 6 },
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
  ],
  // Not stated: Kuru CLOB: its family is not read; LFJ POE (oracle AMM): its family is not read; iZiSwap: its family
  // is not read.
  venues: [
    { ...uniswapV3, factory: evm('0x204FAca1764B154221e35c0d20aBb3c525710498') },
    uniswapV4('0x188d586Ddcf52439676Ca21A244753fA19F9Ea8e', {
      stateView: '0x77395F3b2E73aE90843717371294fa97cC419D64',
      wrapped: wmon,
    }),
    pancakeV3,
    {
      protocol: 'liquidity-book',
      name: 'lfj-v2.2',
      title: 'LFJ V2.2',
      factory: evm('0xb43120c4745967fa9b93E79C149E66B0f2D6Fe0c'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
    },
    {
      protocol: 'uniswap-v3',
      name: 'capricorn',
      title: 'Capricorn',
      factory: evm('0x6B5F564339DbAD6b780249827f2198a841FEB7F3'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...curveNg, factory: evm('0x8271e06E5887FE5ba05234f5315c19f3Ec90E8aD') },
    { ...curveTricryptoNg, factory: evm('0x6E28493348446503db04A49621d8e6C9A40015FB') },
    { ...curveTwocryptoNg, factory: evm('0xe7FBd704B938cB8fe26313C3464D4b7B7348c88C') },
    {
      protocol: 'uniswap-v3',
      name: 'monday-trade-spot',
      title: 'Monday Trade spot',
      factory: evm('0xC1e98D0A2a58fB8aBd10ccc30a58efff4080Aa21'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'algebra-integral',
      name: 'atlantis',
      title: 'Atlantis',
      factory: evm('0x10253594A832f967994b44f33411940533302ACb'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...uniswapV2, factory: evm('0x182a927119D56008d921126764bF884221b10f59') },
    { ...pancakeV2, factory: evm('0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E') },
    {
      protocol: 'uniswap-v3',
      name: 'pinot-v3',
      title: 'Pinot V3',
      factory: evm('0x7716F310d62Aee3d009fd94067c627fe7E2f2aA9'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'octoswap-cl',
      title: 'OctoSwap CL',
      factory: evm('0x30Db57A29ACf3641dfc3885AF2e5f1F5A408D9CB'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'pangolin-v3',
      title: 'Pangolin V3',
      factory: evm('0x44805F92db5bB31B54632A55fc4b2B7E885B0e0e'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'lfj-v1',
      title: 'LFJ V1',
      factory: evm('0xe32D45C2B1c17a0fE0De76f1ebFA7c44B7810034'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/traderjoe/index.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'nad.fun-v2',
      title: 'nad.fun V2',
      factory: evm('0xA25b13127e63ddae6d0b35570FF3D39dBD621001'),
      feesPpm: [3_000],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      ...balancerV3,
      facts: { weighted: ['0x76578ecf9a141296Ec657847fb45B0585bCDa3a6'] },
      evidence: { confidence: 'medium', source: 'balancer/balancer-deployments@18e26b8 addresses/monad.json' },
    },
  ],
}
