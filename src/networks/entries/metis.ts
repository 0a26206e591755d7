import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { evmChain, opStackChain } from '#networks/evm-chain'
import { sushiV2, sushiV3 } from '#networks/exchanges'

const wmetis = evm('0x75cb093E4D61d2A2e65D8e0BBb01DE8d89b53481')
const musdc = evm('0xEA32A96608495e54156Ae48931A7c20f0dcc1a21')
const musdt = evm('0xbB06DCA3AE6887fAbF931640f67cab3e3a16F4dC')
const weth = evm('0x420000000000000000000000000000000000000A')
const wbtc = evm('0xa5B55ab1dAF0F8e1EFc0eB1931a957fd89B918f4')

export const network: Network = {
  name: networkName('metis'),
  title: 'Metis',
  ...evmChain,
  chainId: 1088,
  deployer: 'safe', // in Safe's list; no list has the usual one
  native: { symbol: 'METIS', name: 'Metis', decimals: 18 },
  fees: 'legacy',
  l1Fee: opStackChain.l1Fee, // its ancestor, with the oracle at the same place
  // london-level l2geth (no PUSH0 known): not known to have transient storage
  router: 'storage',
  // in one list at most
  wrapped: wmetis,
  nativeTwins: [evm('0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000')],
  rpc: ['https://andromeda.metis.io/?owner=1088', 'https://metis-rpc.publicnode.com', 'https://metis.drpc.org'],
  explorer: 'https://explorer.metis.io',
  blockTimeMs: 4000,
  confirmations: 10,
  // 300 gwei: a few are usual at most.
  maxGasPrice: wei(300_000_000_000n),
  // 0.2 METIS: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 17n),
  hubs: [wmetis, musdc, musdt, weth, wbtc],
  stables: [musdc, musdt],
  tokens: [
    { symbol: 'WMETIS', address: wmetis, decimals: 18 },
    { symbol: 'm.USDC', address: musdc, decimals: 6 },
    { symbol: 'm.USDT', address: musdt, decimals: 6 },
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
  ],
  // Not stated: Hermes: not known to have Aerodrome’s interface; Hummus weighted: the factories of its pools are
  // not known.
  venues: [
    {
      protocol: 'uniswap-v2',
      name: 'netswap',
      title: 'Netswap',
      factory: evm('0x70f51d68D16e8f9e418441280342BD43AC9Dff9f'),
      feesPpm: [3_000],
    },
    {
      protocol: 'algebra-directional',
      name: 'hercules-v3',
      title: 'Hercules V3',
      factory: evm('0xC5BfA92f27dF36d268422EE314a1387bB5ffB06A'),
      feesPpm: [100],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'pair-fees',
      name: 'hercules-v2',
      title: 'Hercules V2',
      factory: evm('0xF38E7c7f8eA779e8A193B61f9155E6650CbAE095'),
      feesPpm: [3_000],
      facts: { feeFrom: 'reserves', feeUnit: 100_000, stableFlag: '0x9e548b7f' },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'tethys',
      title: 'Tethys',
      factory: evm('0x2CdFB20205701FF01689461610C9F321D1d00F80'),
      feesPpm: [2_000],
    },
    {
      protocol: 'uniswap-v3',
      name: 'wagmi',
      title: 'WAGMI',
      factory: evm('0x8112E18a34b63964388a3B2984037d6a2EFE5B8A'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 factory/uniV3.ts' },
    },
    { ...sushiV2, factory: evm('0x580ED43F3BBa06555785C81c2957efCCa71f7483') },
    { ...sushiV3, factory: evm('0x145d82bCa93cCa2AE057D1c6f26245d1b9522E6F') },
    {
      protocol: 'uniswap-v3',
      name: 'maia-v3',
      title: 'Maia V3',
      factory: evm('0xf5fd18Cd5325904cC7141cB9Daca1F2F964B9927'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
