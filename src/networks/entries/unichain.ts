import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { opStackChain } from '#networks/evm-chain'
import {
  curveNg,
  curveTricryptoNg,
  curveTwocryptoNg,
  sushiV4,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'

const weth = evm('0x4200000000000000000000000000000000000006')
const usdc = evm('0x078D782b760474a361dDA0AF3839290b0EF57AD6')
const usdt0 = evm('0x9151434b16b9763660705744891fA906F660EcC5')
const wbtc = evm('0x0555E30da8f98308EdB960aa94C0Db47230d2B9c')
const dai = evm('0x20CAb320A855b39F724131C69424240519573f81')

export const network: Network = {
  name: networkName('unichain'),
  title: 'Unichain',
  ...opStackChain,
  chainId: 130,
  wrapped: weth,
  rpc: ['https://mainnet.unichain.org', 'https://unichain-rpc.publicnode.com', 'https://unichain.drpc.org'],
  explorer: 'https://uniscan.xyz',
  blockTimeMs: 1000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdt0, wbtc, dai],
  stables: [usdc, usdt0, dai],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'UNI', address: evm('0x8f187aA05619a017077f5308904739877ce9eA21'), decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
    { symbol: 'weETH', address: evm('0x7DCC39B4d1C53CB31e1aBc0e358b43987FEF80f7'), decimals: 18 },
    { symbol: 'DAI', address: dai, decimals: 18 },
  ],
  venues: [
    { ...uniswapV3, factory: evm('0x1F98400000000000000000000000000000000003') },
    uniswapV4('0x1F98400000000000000000000000000000000004', {
      stateView: '0x86e8631A016F9068C3f085fAF484Ee3F5fDee8f2',
      wrapped: weth,
    }),
    { ...curveNg, factory: evm('0x604388Bb1159AFd21eB5191cE22b4DeCdEE2Ae22') },
    { ...curveTricryptoNg, factory: evm('0x5702BDB1Ec244704E3cBBaAE11a0275aE5b07499') },
    { ...curveTwocryptoNg, factory: evm('0xc9Fe0C63Af9A39402e8a5514f9c43Af0322b665F') },
    {
      protocol: 'solidly-v2',
      name: 'velodrome-v2',
      title: 'Velodrome V2',
      factory: evm('0x31832f2a97Fd20664D76Cc421207669b55CE4BC0'),
      feesPpm: [500, 3_000],
    },
    {
      protocol: 'slipstream',
      name: 'velodrome-slipstream',
      title: 'Velodrome Slipstream',
      factory: evm('0x04625B046C69577EfC40e6c0Bb83CDBAfab5a55F'),
      feesPpm: [100, 500, 500, 3_000, 10_000],
      facts: { spacings: [1, 50, 100, 200, 2_000] },
    },
    { ...uniswapV2, factory: evm('0x1F98400000000000000000000000000000000002') },
    { ...sushiV4, facts: { wrapped: weth } },
  ],
}
