import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import { curveNg, curveTricryptoNg, curveTwocryptoNg } from '#networks/exchanges'

const wgusdt = evm('0x89C3e9BA11414E1D2c6F3E751d6f687682928283')
const usdt0 = evm('0x779Ded0c9e1022225f8E0630b35a9b54bE713736')

export const network: Network = {
  name: networkName('stable'),
  title: 'Stable',
  ...evmChain,
  chainId: 988,
  deployer: 'safe', // in Safe's list; no list has the usual one
  native: { symbol: 'USDT0', name: 'USDT0', decimals: 18 },
  // cancun/prague (cosmos-evm client): not known to have transient storage
  router: 'storage',
  // in one list at most
  wrapped: wgusdt,
  // the same balance, with 6 decimals
  nativeTwins: [usdt0],
  rpc: ['https://rpc.stable.xyz', 'https://stable.drpc.org'],
  explorer: 'https://stablescan.xyz',
  blockTimeMs: 700,
  confirmations: 10,
  // 1,000 gwei, in dollars: a swap of 300,000 gas would cost 0.30.
  maxGasPrice: wei(1_000_000_000_000n),
  // 2 dollars.
  gasBudgetFloor: wei(2n * 10n ** 18n),
  hubs: [wgusdt, usdt0],
  stables: [usdt0],
  tokens: [
    { symbol: 'wgUSDT', address: wgusdt, decimals: 18 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
  ],
  venues: [
    {
      protocol: 'uniswap-v2',
      name: 'stableswap.xyz-v2',
      title: 'stableswap.xyz V2',
      factory: evm('0x25D2d657F539F2bB16eC82773cBE5ee49ddD3c69'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'stableswap.xyz-v3',
      title: 'stableswap.xyz V3',
      factory: evm('0x88F0a512eF09175D456bc9547f914f48C013E4aA'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...curveNg, factory: evm('0x8271e06E5887FE5ba05234f5315c19f3Ec90E8aD') },
    { ...curveTricryptoNg, factory: evm('0x6E28493348446503db04A49621d8e6C9A40015FB') },
    { ...curveTwocryptoNg, factory: evm('0xe7FBd704B938cB8fe26313C3464D4b7B7348c88C') },
    {
      protocol: 'uniswap-v3',
      name: 'settlex-v3',
      title: 'SettleX V3',
      factory: evm('0x202bEE65B164aEcBb6A2318438bf46bEF14E1072'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'noxa',
      title: 'Noxa',
      factory: evm('0xf306fEdB206ac1Baff1dB8BB63A14151Cb72ee7B'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
  ],
}
