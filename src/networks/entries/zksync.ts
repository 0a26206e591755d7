import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { etherChain } from '#networks/evm-chain'

const weth = evm('0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91')
const usdc = evm('0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4')
const usdcBridged = evm('0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4')
const usdt = evm('0x493257fD37EDB34451f62EDf8D2a0C418852bA4C')

/** Read only: it runs EraVM, for which the router is not built, so no venue is stated. */
export const network: Network = {
  name: networkName('zksync'),
  title: 'ZKsync Era',
  ...etherChain,
  chainId: 324,
  wrapped: weth,
  // Its multicall is at another address than elsewhere.
  multicall: evm('0xF9cda624FBC7e059355ce98a31693d299FACd963'),
  rpc: ['https://mainnet.era.zksync.io', 'https://zksync.drpc.org', 'https://public.1rpc.io/zksync2-era'],
  explorer: 'https://explorer.zksync.io',
  blockTimeMs: 1000,
  confirmations: 10,
  // What is signed on rollups of ether at most; nothing is signed here.
  maxGasPrice: wei(20_000_000_000n),
  gasBudgetFloor: wei(2n * 10n ** 15n),
  router: 'storage',
  hubs: [weth, usdc, usdcBridged, usdt],
  stables: [usdc, usdcBridged, usdt],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDC.e', address: usdcBridged, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'WBTC', address: evm('0xBBeB516fb02a01611cBBE0453Fe3c580D7281011'), decimals: 8 },
    { symbol: 'ZK', address: evm('0x5A7d6b2F92C77FAD6CCaBd7EE0624E64907Eaf3E'), decimals: 18 },
  ],
  venues: [],
}
