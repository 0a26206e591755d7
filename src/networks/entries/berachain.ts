import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'

const wbera = evm('0x6969696969696969696969696969696969696969')
const honey = evm('0xFCBD14DC51f0A4d49d5E53C2E0950e0bC26d0Dce')
const usdce = evm('0x549943e04f40284185054145c6E4e9568C1D3241')
const usdt0 = evm('0x779Ded0c9e1022225f8E0630b35a9b54bE713736')
const weth = evm('0x2F6F07CDcf3588944Bf4C42aC74ff24bF56e7590')
const wbtc = evm('0x0555E30da8f98308EdB960aa94C0Db47230d2B9c')
const usde = evm('0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34')

export const network: Network = {
  name: networkName('berachain'),
  title: 'Berachain',
  ...evmChain,
  chainId: 80094,
  native: { symbol: 'BERA', name: 'Bera', decimals: 18 },
  wrapped: wbera,
  rpc: ['https://rpc.berachain.com', 'https://berachain-rpc.publicnode.com', 'https://berachain.drpc.org'],
  explorer: 'https://berascan.com',
  blockTimeMs: 2000,
  confirmations: 10,
  // 200 gwei: less than one is usual.
  maxGasPrice: wei(200_000_000_000n),
  // 1 BERA: a few dollars.
  gasBudgetFloor: wei(10n ** 18n),
  hubs: [wbera, honey, usdce, usdt0, weth, wbtc],
  stables: [honey, usdce, usdt0, usde],
  tokens: [
    { symbol: 'WBERA', address: wbera, decimals: 18 },
    { symbol: 'HONEY', address: honey, decimals: 18 },
    { symbol: 'USDC.e', address: usdce, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
    { symbol: 'USDe', address: usde, decimals: 18 },
  ],
  // Not stated: BEX: the factories of its pools are not known; BurrBear: the factories of its pools are not known.
  venues: [
    {
      protocol: 'uniswap-v3',
      name: 'kodiak-v3',
      title: 'Kodiak V3',
      factory: evm('0xD84CBf0B02636E7f53dB9E5e45A616E05d710990'),
      feesPpm: [100, 500, 3_000, 10_000],
    },
    {
      protocol: 'uniswap-v2',
      name: 'kodiak-v2',
      title: 'Kodiak V2',
      factory: evm('0x5e705e184D233FF2A7cb1553793464a9d0C3028F'),
      feesPpm: [3_000],
    },
    {
      protocol: 'algebra-integral',
      name: 'bulla-exchange',
      title: 'Bulla Exchange',
      factory: evm('0x79164EA9C1AA75d19DDFc71eBEAEA8092D1e71CE'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'algebra-integral',
      name: 'wasabee',
      title: 'Wasabee',
      factory: evm('0x7d53327D78EFD0b463bd8d7dc938C52402323b95'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'winnieswap',
      title: 'WinnieSwap',
      factory: evm('0x76fD9D07d5e4D889CAbED96884F15f7ebdcd6B63'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'holdstation',
      title: 'Holdstation',
      factory: evm('0xCaca5910586473646F294d8FA5530cA9E8E3fc38'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
