import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { etherChain } from '#networks/evm-chain'
import { sushiV2, uniswapV2, uniswapV3 } from '#networks/exchanges'
import { usdcGas } from '#networks/token-gas'
import { deployedVenues } from './sandbox-venues.gen.ts'

// As scripts/build-sandbox-state.mjs deploys them; a test compares.
const weth = evm('0x9dB7C1Eb1aD805E02e58338e8814a8651d9e92A8')
const usdc = evm('0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe')
const usdt = evm('0xE1c67d796f5ccC1F39A275391bf31D9f92c4B5D1')
const dai = evm('0x081079b1B2D063F0c99037257DcfeDeef3eaCCa3')
const wbtc = evm('0x7203BB72Dd60ad585b6A488E694Ce4412b9d3A24')

export const network: Network = {
  name: networkName('sandbox'),
  title: 'Sandbox',
  ...etherChain,
  chainId: 31_337,
  wrapped: weth,
  rpc: ['http://127.0.0.1:8545'],
  explorer: undefined,
  blockTimeMs: 1_000,
  // It mines only when there is a transaction, so waiting for more blocks would never end.
  confirmations: 0,
  // As Ethereum's, whose tokens and prices it plays: limits tested here hold there.
  maxGasPrice: wei(500_000_000_000n),
  gasBudgetFloor: wei(10n ** 16n),
  hubs: [weth, usdc, usdt, dai, wbtc],
  stables: [usdc, usdt, dai],
  tokens: [
    { symbol: 'WETH', name: 'Wrapped Ether', address: weth, decimals: 18 },
    { symbol: 'USDC', name: 'USD Coin', address: usdc, decimals: 6, transferGas: usdcGas },
    { symbol: 'USDT', name: 'Tether USD', address: usdt, decimals: 6 },
    { symbol: 'DAI', name: 'Dai Stablecoin', address: dai, decimals: 18 },
    { symbol: 'WBTC', name: 'Wrapped BTC', address: wbtc, decimals: 8 },
    {
      symbol: 'wstETH',
      name: 'Wrapped liquid staked Ether',
      address: evm('0xdDD495E2DCfA90Bd083FfF1E6D910Ce950733732'),
      decimals: 18,
    },
    { symbol: 'UNI', name: 'Uniswap', address: evm('0x8447ec6287101C140e8ec10a09D76a7540d166C6'), decimals: 18 },
    {
      symbol: 'FOT',
      name: 'Fee On Transfer',
      address: evm('0x3d2CBb4BF5Db3673CDBB18Fb18c14ea2463Af0B4'),
      decimals: 18,
    },
  ],
  venues: [
    { ...uniswapV2, factory: evm('0x1b94Ed6EC93A1E1e8FC9D277D2189Bc2CCfA8AC0') },
    { ...uniswapV3, factory: evm('0x9dC883f806Bda6BCc840a89FdcCe041B41cf9Cd4') },
    { ...sushiV2, factory: evm('0xf457125F765cae264107619e20e82A5Ea7CA252E') },
    ...deployedVenues,
  ],
}
