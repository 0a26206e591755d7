import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { etherChain } from '#networks/evm-chain'

const weth = evm('0x3439153EB7AF838Ad19d56E1571FBD09333C2809')
const usdcBridged = evm('0x84A71ccD554Cc1b02749b35d22F684CC8ec987e1')
const usdt = evm('0x0709F39376dEEe2A2dfC94A58EdEb2Eb9DF012bD')

/** Read only: it runs EraVM, for which the router is not built, so no venue is stated. */
export const network: Network = {
  name: networkName('abstract'),
  title: 'Abstract',
  ...etherChain,
  chainId: 2741,
  wrapped: weth,
  // Lists name two multicalls; the other one is 0xF9cda624FBC7e059355ce98a31693d299FACd963.
  multicall: evm('0xAa4De41dba0Ca5dCBb288b7cC6b708F3aaC759E7'),
  rpc: ['https://api.mainnet.abs.xyz', 'https://abstract.drpc.org'],
  explorer: 'https://abscan.org',
  blockTimeMs: 1000,
  confirmations: 10,
  // What is signed on rollups of ether at most; nothing is signed here.
  maxGasPrice: wei(20_000_000_000n),
  gasBudgetFloor: wei(2n * 10n ** 15n),
  router: 'storage',
  hubs: [weth, usdcBridged, usdt],
  stables: [usdcBridged, usdt],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC.e', address: usdcBridged, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
  ],
  venues: [],
}
