import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import {
  balancerV3,
  curveNg,
  curveTricryptoNg,
  curveTwocryptoNg,
  ramsesSpacing,
  solidlyV3,
  sushiV2,
  sushiV3,
  uniswapV3,
} from '#networks/exchanges'

const ws = evm('0x039e2fB66102314Ce7b64Ce5Ce3E5183bc94aD38')
const usdc = evm('0x29219dd400f2Bf60E5a23d13Be72B486D4038894')
const usdt = evm('0x6047828dc181963ba44974801FF68e538dA5eaF9')
const weth = evm('0x50c42dEAcD8Fc9773493ED674b675bE577f2634b')
const wbtc = evm('0x0555E30da8f98308EdB960aa94C0Db47230d2B9c')

export const network: Network = {
  name: networkName('sonic'),
  title: 'Sonic',
  ...evmChain,
  chainId: 146,
  gas: { unusedChargedPercent: 10 }, // `ChargeExcessGas` in 0xsoniclabs/sonic opera/rules.go
  native: { symbol: 'S', name: 'Sonic', decimals: 18 },
  wrapped: ws,
  rpc: ['https://rpc.soniclabs.com', 'https://sonic-rpc.publicnode.com', 'https://sonic.drpc.org'],
  explorer: 'https://sonicscan.org',
  blockTimeMs: 630,
  confirmations: 10,
  // 2,000 gwei, worth less than one of ether: the least is 50.
  maxGasPrice: wei(2_000_000_000_000n),
  // 10 S: a few dollars.
  gasBudgetFloor: wei(10n ** 19n),
  hubs: [ws, usdc, usdt, weth, wbtc],
  stables: [usdc, usdt],
  tokens: [
    { symbol: 'wS', address: ws, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'scUSD', address: evm('0xd3DCe716f3eF535C5Ff8d041c1A41C3bd89b97aE'), decimals: 6 },
    { symbol: 'scETH', address: evm('0x3bcE5CB273F0F148010BbEa2470e7b5df84C7812'), decimals: 18 },
    { symbol: 'stS', address: evm('0xE5DA20F15420aD15DE0fa650600aFc998bbE3955'), decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
  ],
  // Not stated: Beets V2: its factories there are all later than those that are modelled; Shadow legacy: not known to
  // have Aerodrome’s interface; SwapX V2: not known to have Aerodrome’s interface; Equalizer: not known to have
  // Aerodrome’s interface.
  venues: [
    {
      protocol: 'algebra-integral',
      name: 'swapx-cl',
      title: 'SwapX CL',
      factory: evm('0x8121a3F8c4176E9765deEa0B95FA2BDfD3016794'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...uniswapV3,
      factory: evm('0xcb2436774C3e191c85056d248EF4260ce5f27A9D'),
      evidence: {
        confidence: 'medium',
        source: 'DefiLlama-Adapters@1eb4e81 projects/uniswap/index.js + sushi@7.3.15 features/uniswap-v3.js',
      },
    },
    { ...curveNg, factory: evm('0x7C2085419BE6a04f4ad88ea91bC9F5C6E6C463D8') },
    { ...curveTricryptoNg, factory: evm('0x635742dCC8313DCf8c904206037d962c042EAfBd') },
    { ...curveTwocryptoNg, factory: evm('0x1A83348F9cCFD3Fe1A8C0adBa580Ac4e267Fe495') },
    {
      protocol: 'liquidity-book',
      name: 'metropolis-dlmm',
      title: 'Metropolis DLMM',
      factory: evm('0x39D966c1BaFe7D3F1F53dA4845805E15f7D6EE43'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/traderJoeV2.js' },
    },
    { ...sushiV2, factory: evm('0xB45e53277a7e0F1D35f2a77160e91e25507f1763') },
    { ...sushiV3, factory: evm('0x46B3fDF7b5CDe91Ac049936bF0bDb12c5d22202e') },
    {
      protocol: 'uniswap-v2',
      name: 'metropolis-amm',
      title: 'Metropolis AMM',
      factory: evm('0x1570300e9cFEC66c9Fb0C8bc14366C86EB170Ad0'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'spookyswap-v2',
      title: 'SpookySwap V2',
      factory: evm('0xEE4bC42157cf65291Ba2FE839AE127e3Cc76f741'),
      feesPpm: [2_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'spookyswap-v3',
      title: 'SpookySwap V3',
      factory: evm('0x3D91B700252e0E3eE7805d12e048a988Ab69C8ad'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'wagmi',
      title: 'WAGMI',
      factory: evm('0x56CFC796bC88C9c7e1b38C2b0aF9B7120B079aef'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 factory/uniV3.ts' },
    },
    {
      ...solidlyV3,
      factory: evm('0x777fAca731b17E8847eBF175c94DbE9d81A8f630'),
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...balancerV3,
      facts: {
        weighted: ['0x4726Eb55c37F0353F6d5011B5652d44A87d60fc3'],
        stable: ['0x815Ab57a5a2E4976cEC0b43C2D50CF26EF6F31Fd'],
      },
      evidence: { confidence: 'medium', source: 'balancer/balancer-deployments@57585c9 addresses/sonic.json' },
    },
    {
      ...ramsesSpacing,
      name: 'shadow',
      title: 'Shadow',
      factory: evm('0xcD2d0637c94fe77C2896BbCBB174cefFb08DE6d7'),
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
