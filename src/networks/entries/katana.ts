import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { opStackChain } from '#networks/evm-chain'
import { sushiV2, sushiV3 } from '#networks/exchanges'

const vbeth = evm('0xEE7D8BCFb72bC1880D0Cf19822eB0A2e6577aB62')
const vbusdc = evm('0x203A662b0BD271A6ed5a60EdFbd04bFce608FD36')
const vbusdt = evm('0x2DCa96907fde857dd3D816880A0df407eeB2D2F2')
const ausd = evm('0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a')
const vbwbtc = evm('0x0913DA6Da4b42f538B445599b46Bb4622342Cf52')
const vbusds = evm('0x62D6A123E8D19d06d68cf0d2294F9A3A0362c6b3')

export const network: Network = {
  name: networkName('katana'),
  title: 'Katana',
  ...opStackChain,
  chainId: 747474,
  wrapped: vbeth,
  rpc: ['https://rpc.katana.network', 'https://katana.drpc.org'],
  explorer: 'https://katanascan.com',
  blockTimeMs: 1000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [vbeth, vbusdc, vbusdt, ausd, vbwbtc, vbusds],
  stables: [vbusdc, vbusdt, ausd, vbusds],
  tokens: [
    { symbol: 'vbETH', address: vbeth, decimals: 18 },
    { symbol: 'vbUSDC', address: vbusdc, decimals: 6 },
    { symbol: 'vbUSDT', address: vbusdt, decimals: 6 },
    { symbol: 'AUSD', address: ausd, decimals: 6 },
    { symbol: 'vbWBTC', address: vbwbtc, decimals: 8 },
    { symbol: 'vbUSDS', address: vbusds, decimals: 18 },
    { symbol: 'KAT', address: evm('0x7F1f4b4b29f5058fA32CC7a97141b8D7e5ABDC2d'), decimals: 18 },
    { symbol: 'LBTC', address: evm('0xecAc9C5F704e954931349Da37F60E39f515c11c1'), decimals: 8 },
    { symbol: 'weETH', address: evm('0x9893989433e7a383Cb313953e4c2365107dc19a7'), decimals: 18 },
    { symbol: 'wstETH', address: evm('0x7Fb4D0f51544F24F385a421Db6e7D4fC71Ad8e5C'), decimals: 18 },
  ],
  venues: [
    { ...sushiV3, factory: evm('0x203e8740894c8955cB8950759876d7E7E45E04c1') },
    { ...sushiV2, factory: evm('0x72D111b4d6f31B38919ae39779f570b747d6Acd9') },
    {
      protocol: 'uniswap-v2',
      name: 'noxa',
      title: 'Noxa',
      factory: evm('0xeC4a56061d86955D0Df883efb2E5791d99Ea71f2'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'noxa-v3',
      title: 'Noxa V3',
      factory: evm('0x0742D64925E4C78cb1bAFfce2fA1dceBa8Cf133c'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
