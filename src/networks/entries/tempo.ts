import type { Network } from '#domain/network'
import { evm, gas, nativeToken, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import { uniswapV2, uniswapV3, uniswapV4 } from '#networks/exchanges'

const pathUsd = evm('0x20C0000000000000000000000000000000000000')
const usdce = evm('0x20C000000000000000000000b9537d11c60E8b50')
const usdt0 = evm('0x20C00000000000000000000014f22CA97301EB73')
const usde = evm('0x20c0000000000000000000002F52D5CC21A3207B')

export const network: Network = {
  name: networkName('tempo'),
  title: 'Tempo',
  ...evmChain,
  chainId: 4217,
  stack: 'tempo',
  // No currency: prices of gas are in dollars with 18 decimals. Accounts that chose no other token pay in pathUSD.
  native: { symbol: 'pathUSD', name: 'pathUSD', decimals: 18 },
  wrapped: nativeToken,
  feeToken: { address: pathUsd, decimals: 6, manager: evm('0xfeEC000000000000000000000000000000000000') },
  rpc: ['https://rpc.tempo.xyz', 'https://tempo-mainnet.drpc.org'],
  explorer: 'https://explore.tempo.xyz',
  blockTimeMs: 500,
  // A block is final once it is signed; one more, in case an endpoint is behind.
  confirmations: 2,
  // 0.1 dollars for a million gas, five times the fixed price.
  maxGasPrice: wei(100_000_000_000n),
  // 0.1 dollars: some times the gas of a swap, which may fill an empty word for 250,000 gas.
  gasBudgetFloor: wei(10n ** 17n),
  // Empty words cost twelve times as much as elsewhere, and its own contracts what the node alone knows.
  gas: { nodeOnly: true },
  // More than elsewhere: storing code costs so much that our router takes 27,000,000.
  maxGas: gas(30_000_000n),
  hubs: [pathUsd, usdce],
  stables: [pathUsd, usdce, usdt0, usde],
  tokens: [
    { symbol: 'pathUSD', address: pathUsd, decimals: 6 },
    { symbol: 'USDC.e', address: usdce, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'EURC.e', address: evm('0x20c0000000000000000000001621e21F71CF12fb'), decimals: 6 },
    { symbol: 'USDe', address: usde, decimals: 6 },
    { symbol: 'cbBTC', address: evm('0x20C000000000000000000000c412Ec89D0c08be5'), decimals: 6 },
  ],
  venues: [
    {
      protocol: 'tempo-dex',
      name: 'tempo-dex',
      title: 'Tempo order books',
      factory: evm('0xDEc0000000000000000000000000000000000000'),
      feesPpm: [0],
    },
    { ...uniswapV2, factory: evm('0xf9EC577a4E45B5278BB7Cf60FCBc20c3acAef68f') },
    { ...uniswapV3, factory: evm('0x24a3d4757E330890A8b8978028c9e58E04611fd6') },
    uniswapV4('0x33620f62C5b9B2086dD6b62F4A297A9f30347029', {
      stateView: '0x21B954fBa3F5ddEbe77Ef2D47A3100c066908B2A',
      wrapped: nativeToken, // there is no pool of native currency
    }),
  ],
}
