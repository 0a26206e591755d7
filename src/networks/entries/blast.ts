import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { opStackChain } from '#networks/evm-chain'
import { sushiV2, sushiV3, uniswapV2, uniswapV3, uniswapV4 } from '#networks/exchanges'

const weth = evm('0x4300000000000000000000000000000000000004')
const usdb = evm('0x4300000000000000000000000000000000000003')

export const network: Network = {
  name: networkName('blast'),
  title: 'Blast',
  ...opStackChain,
  chainId: 81457,
  wrapped: weth,
  rpc: ['https://rpc.blast.io', 'https://blast-rpc.publicnode.com', 'https://blast.drpc.org'],
  explorer: 'https://blastscan.io',
  blockTimeMs: 2000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdb],
  stables: [usdb],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDB', address: usdb, decimals: 18 },
    { symbol: 'BLAST', address: evm('0xb1a5700fA2358173Fe465e6eA4Ff52E36e88E2ad'), decimals: 18 },
    { symbol: 'weETH', address: evm('0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A'), decimals: 18 },
    { symbol: 'ezETH', address: evm('0x2416092f143378750bb29b79eD961ab195CcEea5'), decimals: 18 },
  ],
  // Not stated: Ambient: its family is not read; iZiSwap: its family is not read.
  venues: [
    {
      protocol: 'uniswap-v3',
      name: 'thruster-v3',
      title: 'Thruster V3',
      factory: evm('0x71b08f13B3c3aF35aAdEb3949AFEb1ded1016127'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'thruster-v2',
      title: 'Thruster V2',
      factory: evm('0xb4A7D971D0ADea1c73198C97d7ab3f9CE4aaFA13'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/thruster-fi-v2/index.js' },
    },
    { ...uniswapV3, factory: evm('0x792edAdE80af5fC680d96a2eD80A44247D2Cf6Fd') },
    uniswapV4('0x1631559198A9e474033433b2958daBC135ab6446', {
      stateView: '0x12a88AE16F46DCe4e8B15368008Ab3380885df30',
      wrapped: weth,
    }),
    {
      protocol: 'uniswap-v2',
      name: 'thruster-v2-1',
      title: 'Thruster V2 1 %',
      factory: evm('0x37836821a2c03c171fB1a595767f4a16e2b93Fc4'),
      feesPpm: [10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/thruster-fi-v2/index.js' },
    },
    {
      protocol: 'algebra-integral',
      name: 'fenix-v3',
      title: 'Fenix V3',
      factory: evm('0x7a44CD060afC1B6F4c80A2B9b37f4473E74E25Df'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...uniswapV2, factory: evm('0x5C346464d33F90bABaf70dB6388507CC889C1070') },
    { ...sushiV2, factory: evm('0x42Fa929fc636e657AC568C0b5Cf38E203b67aC2b') },
    { ...sushiV3, factory: evm('0x7680D4B43f3d1d54d6cfEeB2169463bFa7a6cf0d') },
    {
      protocol: 'algebra-v1',
      name: 'bladeswap-cl',
      title: 'BladeSwap CL',
      factory: evm('0xA87DbF5082Af26c9A6Ab2B854E378f704638CCa5'),
      feesPpm: [100],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'monoswap-v3',
      title: 'MonoSwap V3',
      factory: evm('0x48d0F09710794313f33619c95147F34458BF7C3b'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
