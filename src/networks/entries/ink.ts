import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { opStackChain } from '#networks/evm-chain'
import { curveNg, curveTricryptoNg, curveTwocryptoNg, uniswapV2, uniswapV3, uniswapV4 } from '#networks/exchanges'

const weth = evm('0x4200000000000000000000000000000000000006')
const usdc = evm('0x2D270e6886d130D724215A266106e6832161EAEd')
const usdt0 = evm('0x0200C29006150606B650577BBE7B6248F58470c1')
const kbtc = evm('0x73E0C0d45E048D25Fc26Fa3159b0aA04BfA4Db98')
const usdce = evm('0xF1815bd50389c46847f0Bda824eC8da914045D14')

export const network: Network = {
  name: networkName('ink'),
  title: 'Ink',
  ...opStackChain,
  chainId: 57073,
  wrapped: weth,
  rpc: ['https://rpc-gel.inkonchain.com', 'https://rpc-qnd.inkonchain.com', 'https://ink.drpc.org'],
  explorer: 'https://explorer.inkonchain.com',
  blockTimeMs: 1000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdt0, kbtc, usdce],
  stables: [usdc, usdt0, usdce],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'kBTC', address: kbtc, decimals: 8 },
    { symbol: 'USDC.e', address: usdce, decimals: 6 },
    { symbol: 'GHO', address: evm('0xfc421aD3C883Bf9E7C4f42dE845C4e4405799e73'), decimals: 18 },
  ],
  venues: [
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
    { ...uniswapV3, factory: evm('0x640887A9ba3A9C53Ed27D0F7e8246A4F933f3424') },
    uniswapV4('0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32', {
      stateView: '0x76Fd297e2D437cd7f76d50F01AfE6160f86e9990',
      wrapped: weth,
    }),
    { ...curveNg, factory: evm('0x046207cB759F527b6c10C2D61DBaca45513685CC') },
    { ...curveTricryptoNg, factory: evm('0x5Ea9DD3b6f042A34Df818C6c1324BC5A7c61427a') },
    { ...curveTwocryptoNg, factory: evm('0xd125E7a0cEddF89c6473412d85835450897be6Dc') },
    {
      protocol: 'uniswap-v3',
      name: 'tsunami-v3',
      title: 'Tsunami V3',
      factory: evm('0xD8B0826150B7686D1F56d6F10E31E58e1BCF1193'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'inkyswap',
      title: 'InkySwap',
      factory: evm('0x458C5d5B75ccBA22651D2C5b61cB1EA1e0b0f95D'),
      feesPpm: [3_000],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    { ...uniswapV2, factory: evm('0xfe57A6BA1951F69aE2Ed4abe23e0f095DF500C04') },
    {
      protocol: 'uniswap-v2',
      name: 'tideswap',
      title: 'TideSwap',
      factory: evm('0x2ebE0528aDED9fA8d745B7C7082fb90d7C7B6Ec8'),
      feesPpm: [3_000],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'squidswap',
      title: 'SquidSwap',
      factory: evm('0x63b54dBBD2DAbf89D5c536746e534711f6094199'),
      feesPpm: [3_000],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
  ],
}
