import type { Network } from '#domain/network'
import { evm, gas, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import { balancerV3, curveNg, curveTricryptoNg, curveTwocryptoNg, ramsesSpacing } from '#networks/exchanges'

const whype = evm('0x5555555555555555555555555555555555555555')
const usdc = evm('0xb88339CB7199b77E23DB6E890353E22632Ba630f')
const usdt0 = evm('0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb')
const ubtc = evm('0x9FDBdA0A5e284c32744D2f17Ee5c74B284993463')
const usde = evm('0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34')

export const network: Network = {
  name: networkName('hyperevm'),
  title: 'HyperEVM',
  ...evmChain,
  chainId: 999,
  deployer: 'safe', // in Safe's list; no list has the usual one
  native: { symbol: 'HYPE', name: 'Hyperliquid', decimals: 18 },
  wrapped: whype,
  rpc: ['https://rpc.hyperliquid.xyz/evm', 'https://rpc.hyperlend.finance', 'https://hyperliquid.drpc.org'],
  // its blocks of a second hold two to three million, those of a minute thirty
  maxGas: gas(2_000_000n),
  largeBlocks: {
    choiceMethod: 'eth_usingBigBlocks',
    priceMethod: 'eth_bigBlockGasPrice',
    choice: "sign Hyperliquid's action evmUserModify with usingBigBlocks: true, and with false again afterwards",
  },
  explorer: 'https://hyperevmscan.io',
  blockTimeMs: 1000,
  confirmations: 10,
  // 200 gwei: a few are usual, sales of tokens saw a hundred.
  maxGasPrice: wei(200_000_000_000n),
  // 0.05 HYPE: a few dollars.
  gasBudgetFloor: wei(5n * 10n ** 16n),
  hubs: [whype, usdc, usdt0, ubtc, usde],
  stables: [usdc, usdt0, usde],
  tokens: [
    { symbol: 'WHYPE', address: whype, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'UBTC', address: ubtc, decimals: 8 },
    { symbol: 'UETH', address: evm('0xBe6727B535545C67d5cAa73dEa54865B92CF7907'), decimals: 18 },
    { symbol: 'kHYPE', address: evm('0xfD739d4e423301CE9385c1fb8850539D657C296D'), decimals: 18 },
    { symbol: 'USDe', address: usde, decimals: 18 },
    { symbol: 'wstHYPE', address: evm('0x94e8396e0869c9F2200760aF0621aFd240E1CF38'), decimals: 18 },
  ],
  // Not stated: Hybra V4: its interface is not known to be Slipstream’s; KittenSwap CL (old): its interface is not
  // known to be Slipstream’s; Ramses legacy: not known to have Aerodrome’s interface; KittenSwap V1: not known to
  // have Aerodrome’s interface.
  venues: [
    {
      protocol: 'uniswap-v3',
      name: 'project-x',
      title: 'Project X',
      factory: evm('0xFf7B3e8C00e57ea31477c32A5B52a58Eea47b072'),
      feesPpm: [100, 500, 3_000, 10_000],
    },
    {
      protocol: 'algebra-integral',
      name: 'kittenswap-algebra',
      title: 'KittenSwap Algebra',
      factory: evm('0x5f95E92c338e6453111Fc55ee66D4AafccE661A7'),
      feesPpm: [500],
    },
    { ...curveNg, factory: evm('0x604388Bb1159AFd21eB5191cE22b4DeCdEE2Ae22') },
    { ...curveTricryptoNg, factory: evm('0x5702BDB1Ec244704E3cBBaAE11a0275aE5b07499') },
    { ...curveTwocryptoNg, factory: evm('0xc9Fe0C63Af9A39402e8a5514f9c43Af0322b665F') },
    {
      protocol: 'uniswap-v3',
      name: 'hybra-v3',
      title: 'Hybra V3',
      factory: evm('0x2dC0Ec0F0db8bAF250eCccF268D7dFbF59346E5E'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'algebra-integral',
      name: 'gliquid',
      title: 'GLiquid',
      factory: evm('0x10253594A832f967994b44f33411940533302ACb'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 factory/uniV3.ts' },
    },
    {
      protocol: 'algebra-integral',
      name: 'nest',
      title: 'Nest',
      factory: evm('0xF77Bd082c627aA54591cF2f2EaA811fd1AB3b1F3'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'hyperswap-v2',
      title: 'HyperSwap V2',
      factory: evm('0x724412C00059bf7d6ee7d4a1d0D5cd4de3ea1C48'),
      feesPpm: [3_000],
    },
    {
      protocol: 'algebra-integral',
      name: 'hx-finance',
      title: 'HX Finance',
      factory: evm('0x41ba59415eC75AC4242dd157F2a7A282F1e75652'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'hypertrade-v3',
      title: 'HyperTrade V3',
      factory: evm('0x1Cd8363DfAdA19911f745BA984fce02b42c943bF'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'laminar',
      title: 'Laminar',
      factory: evm('0x40059A6F242C3de0E639693973004921B04D96AD'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'liquidity-book',
      name: 'hyperbrick',
      title: 'HyperBrick',
      factory: evm('0x4A1EFb00B4Ad1751FC870C6125d917C3f1586600'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/traderJoeV2.js' },
    },
    {
      ...balancerV3,
      facts: { weighted: ['0xE3881627B8DeeBCCF9c23B291430a549Fc0bE5F7'] },
      evidence: { confidence: 'medium', source: 'balancer/balancer-deployments@9069643 addresses/hyperevm.json' },
    },
    {
      ...ramsesSpacing,
      name: 'ramses-cl-v2',
      title: 'Ramses CL V2',
      factory: evm('0x07E60782535752be279929e2DFfDd136Db2e6b45'),
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
