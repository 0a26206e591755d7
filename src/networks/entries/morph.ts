import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { etherChain } from '#networks/evm-chain'

const weth = evm('0x5300000000000000000000000000000000000011')
const usdc = evm('0xCfb1186F4e93D60E60a8bDd997427D1F33bc372B')
const usdce = evm('0xe34c91815d7fc18A9e2148bcD4241d0a5848b693')
const usdt = evm('0xc7D67A9cBB121b3b0b9c053DD9f469523243379A')
const usdt0 = evm('0xe7cd86e13AC4309349F30B3435a9d337750fC82D')
const wbtc = evm('0x803DcE4D3f4Ae2e17AF6C51343040dEe320C149D')

export const network: Network = {
  name: networkName('morph'),
  title: 'Morph',
  ...etherChain,
  l1Fee: { oracle: evm('0x530000000000000000000000000000000000000f'), addsSignature: false }, // by one source only
  chainId: 2818,
  deployer: 'safe', // in Safe's list; no list has the usual one
  // cancun subset: not known to have transient storage
  router: 'storage',
  // in one list at most
  wrapped: weth,
  rpc: ['https://rpc.morphl2.io', 'https://rpc-quicknode.morphl2.io', 'https://morph.drpc.org'],
  explorer: 'https://explorer.morphl2.io',
  blockTimeMs: 1000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdce, usdt, usdt0, wbtc],
  stables: [usdc, usdce, usdt, usdt0],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDC.e', address: usdce, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
    { symbol: 'BGB', address: evm('0x389C08Bc23A7317000a1FD76c7c5B0cb0b4640b5'), decimals: 18 },
  ],
  // Not stated: iZiSwap: its family is not read.
  venues: [
    {
      protocol: 'uniswap-v3',
      name: 'bulbaswap-v3',
      title: 'BulbaSwap V3',
      factory: evm('0xFf8578C2949148A6F19b7958aE86CAAb2779CDDD'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'bulbaswap-v2',
      title: 'BulbaSwap V2',
      factory: evm('0x8D2A8b8F7d200d75Bf5F9E84e01F9272f90EFB8b'),
      feesPpm: [3_500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'algebra-integral',
      name: 'morfi',
      title: 'MorFi',
      factory: evm('0x1be404c921Ef85537233ef2be251a27583072861'),
      feesPpm: [500],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
