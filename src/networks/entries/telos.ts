import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import { uniswapV3 } from '#networks/exchanges'

const wtlos = evm('0xD102cE6A4dB07D247fcc28F366A623Df0938CA9E')

export const network: Network = {
  name: networkName('telos'),
  title: 'Telos',
  ...evmChain,
  chainId: 40,
  deployer: 'safe', // in Safe's list; no list has the usual one
  native: { symbol: 'TLOS', name: 'Telos', decimals: 18 },
  fees: 'legacy',
  // london/shanghai?: not known to have transient storage
  router: 'storage',
  // in one list at most
  wrapped: wtlos,
  rpc: ['https://rpc.telos.net', 'https://telos.drpc.org', 'https://public.1rpc.io/telos/evm'],
  explorer: 'https://www.teloscan.io',
  blockTimeMs: 500,
  confirmations: 10,
  // 3,000 gwei, worth less than one of ether: the chain sets some 500.
  maxGasPrice: wei(3_000_000_000_000n),
  // 50 TLOS: a few dollars.
  gasBudgetFloor: wei(5n * 10n ** 19n),
  hubs: [wtlos],
  stables: [],
  tokens: [
    { symbol: 'WTLOS', address: wtlos, decimals: 18 },
    { symbol: 'STLOS', address: evm('0xB4B01216a5Bc8F1C8A33CD990A1239030E60C905'), decimals: 18 },
  ],
  // Not stated: Swapsicle V2: its version of Algebra is not known.
  venues: [
    {
      protocol: 'uniswap-v2',
      name: 'omnidex',
      title: 'OmniDex',
      factory: evm('0x7a2A35706f5d1CeE2faa8A254dd6F6D7d7Becc25'),
      feesPpm: [2_500],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      ...uniswapV3,
      factory: evm('0xcb2436774C3e191c85056d248EF4260ce5f27A9D'),
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/uniswap/index.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'vapordex-v2',
      title: 'VaporDEX V2',
      factory: evm('0x62B672E531f8c11391019F6fba0b8B6143504169'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'zappy',
      title: 'Zappy',
      factory: evm('0x4be5Bf2233a0fd2c7D1472487310503Ec8E857be'),
      feesPpm: [3_000],
      evidence: { confidence: 'low', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'apeswap',
      title: 'ApeSwap',
      factory: evm('0x411172Dfcd5f68307656A1ff35520841C2F7fAec'),
      feesPpm: [2_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
  ],
}
