import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import { balancerV3, curveNg, curveTricryptoNg, curveTwocryptoNg, uniswapV3 } from '#networks/exchanges'

const wxpl = evm('0x6100E367285b01F48D07953803A2d8dCA5D19873')
const usdt0 = evm('0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb')
const weth = evm('0x9895D81bB462A195b4922ED7De0e3ACD007c32CB')
const usde = evm('0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34')
const susde = evm('0x211Cc4DD073734dA055fbF44a2b4667d5E5fE5d2')
const usdc = evm('0x2d661C89D812261039AF9764eceaAee884f5F67F')

export const network: Network = {
  name: networkName('plasma'),
  title: 'Plasma',
  ...evmChain,
  chainId: 9745,
  deployer: 'safe', // in Safe's list; no list has the usual one
  native: { symbol: 'XPL', name: 'Plasma', decimals: 18 },
  wrapped: wxpl,
  rpc: ['https://rpc.plasma.to', 'https://plasma-mainnet.gateway.tatum.io'],
  explorer: 'https://plasmascan.to',
  blockTimeMs: 1000,
  confirmations: 10,
  // 500 gwei, worth less than one of ether.
  maxGasPrice: wei(500_000_000_000n),
  // 5 XPL: a few dollars.
  gasBudgetFloor: wei(5n * 10n ** 18n),
  hubs: [wxpl, usdt0, weth, usde, susde, usdc],
  stables: [usdt0, usde, usdc],
  tokens: [
    { symbol: 'WXPL', address: wxpl, decimals: 18 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDe', address: usde, decimals: 18 },
    { symbol: 'sUSDe', address: susde, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
  ],
  // Not stated: Fluid DEX T1: its resolver is not known to be of the version we read; Lithos: not known to have
  // Aerodrome’s interface; OmniExchange V3: its swap may be PancakeSwap V3’s.
  venues: [
    {
      ...uniswapV3,
      factory: evm('0xcb2436774C3e191c85056d248EF4260ce5f27A9D'),
      evidence: {
        confidence: 'medium',
        source: 'DefiLlama-Adapters@1eb4e81 projects/uniswap/index.js + sushi@7.3.15 features/uniswap-v3.js',
      },
    },
    { ...curveNg, factory: evm('0x8271e06E5887FE5ba05234f5315c19f3Ec90E8aD') },
    { ...curveTricryptoNg, factory: evm('0x6E28493348446503db04A49621d8e6C9A40015FB') },
    { ...curveTwocryptoNg, factory: evm('0xe7FBd704B938cB8fe26313C3464D4b7B7348c88C') },
    {
      protocol: 'uniswap-v2',
      name: 'dyorswap',
      title: 'DyorSwap',
      factory: evm('0xA9F2c3E18E22F19E6c2ceF49A88c79bcE5b482Ac'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 factory/uniV2.ts' },
    },
    {
      ...balancerV3,
      facts: { weighted: ['0xf23b4DB826DbA14c0e857029dfF076b1c0264843'] },
      evidence: { confidence: 'medium', source: 'balancer/balancer-deployments@0732ff7 addresses/plasma.json' },
    },
  ],
}
