import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain } from '#networks/evm-chain'
import { dodoV2 } from '#networks/exchanges'

const wpros = evm('0x52C48d4213107b20bC583832b0d951FB9CA8F0B0')
const usdc = evm('0xC879C018dB60520F4355C26eD1a6D572cdAC1815')

export const network: Network = {
  name: networkName('pharos'),
  title: 'Pharos',
  ...evmChain,
  chainId: 1672,
  // no list names a deployer there: the usual one can be placed by anyone
  native: { symbol: 'PROS', name: 'Pharos', decimals: 18 },
  // shanghai+ (DTVM/EVM): not known to have transient storage
  router: 'storage',
  // multicall: no list has this chain; `networks --check` says whether it is at the usual address
  // in one list at most
  wrapped: wpros,
  rpc: ['https://rpc.pharos.xyz', 'https://pharos.drpc.org'],
  explorer: 'https://pharosscan.xyz',
  blockTimeMs: 1000,
  confirmations: 10,
  // 500 gwei: no figures of busy hours are published.
  maxGasPrice: wei(500_000_000_000n),
  // 2 PROS: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 18n),
  hubs: [wpros, usdc],
  stables: [usdc],
  tokens: [
    { symbol: 'WPROS', address: wpros, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
  ],
  // Not stated: Bitverse (Uniswap v4 fork): its pools have hooks, and it has no StateView.
  venues: [
    {
      ...dodoV2,
      factory: evm('0xB9319bCEe26F1A6AC7207A738B021cdEC771b30E'),
      facts: {
        others: [
          '0xd0aAC3c1c64038D0cd3aa11941cb002cbd865d4E',
          '0xD15f2D50bbf777EFD529052686d0703e498F8380',
          '0x02d2e6292eC57E84E183909cD0F7Ca513ADdC717',
        ],
      },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/faroswap/index.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'faroswap-v2',
      title: 'FaroSwap V2',
      factory: evm('0x18Fab7d7027E9FB33Fa90ca607439449209F7B09'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/faroswap/index.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'faroswap-v3',
      title: 'FaroSwap V3',
      factory: evm('0x2c90CcB0b989afA2433F499698451a25744A552b'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/faroswap/index.js' },
    },
  ],
}
