import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { etherChain } from '#networks/evm-chain'
import {
  dodoV2,
  pancakeV2,
  pancakeV3,
  ramsesSpacing,
  sushiV2,
  sushiV3,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'

const weth = evm('0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f')
const usdc = evm('0x176211869cA2b568f2A7D4EE941E073a821EE1ff')
const usdt = evm('0xA219439258ca9da29E9Cc4cE5596924745e12B93')
const dai = evm('0x4AF15ec2A0BD43Db75dd04E62FAA3B8EF36b00d5')
const wbtc = evm('0x3aAB2285ddcDdaD8edf438C1bAB47e1a9D05a9b4')

export const network: Network = {
  name: networkName('linea'),
  title: 'Linea',
  ...etherChain,
  chainId: 59144,
  feeMethod: 'linea_estimateGas', // its priority fee covers the data on Ethereum
  wrapped: weth,
  rpc: ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com', 'https://linea.drpc.org'],
  explorer: 'https://lineascan.build',
  blockTimeMs: 2000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdt, dai, wbtc],
  stables: [usdc, usdt, dai],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'DAI', address: dai, decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
    { symbol: 'wstETH', address: evm('0xB5beDd42000b71FddE22D3eE8a79Bd49A568fC8F'), decimals: 18 },
    { symbol: 'weETH', address: evm('0x1Bf74C010E6320bab11e2e5A532b5AC15e0b8aA6'), decimals: 18 },
    { symbol: 'REX', address: evm('0xEfD81eeC32B9A8222D1842ec3d99c7532C31e348'), decimals: 18 },
  ],
  // Not stated: Etherex legacy: not known to have Aerodrome’s interface; SyncSwap: its vault is not known; Lynex V1:
  // not known to have Aerodrome’s interface; iZiSwap: its family is not read.
  venues: [
    pancakeV3,
    { ...uniswapV3, factory: evm('0x31FAfd4889FA1269F7a13A66eE0fB458f27D72A9') },
    uniswapV4('0x248083Fb965359d82b06C1F5322480Dcfc1AD857', {
      stateView: '0xE861de206E460A8b936b05ad3816520B58ccDf9b',
      wrapped: weth,
    }),
    {
      protocol: 'algebra-v1',
      name: 'lynex-fusion',
      title: 'Lynex Fusion',
      factory: evm('0x622b2c98123D303ae067DB4925CD6282B3A08D0F'),
      feesPpm: [100],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'ramses-v3',
      name: 'nile-cl',
      title: 'Nile CL',
      factory: evm('0xAAA32926fcE6bE95ea2c51cB4Fcb60836D320C42'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    { ...uniswapV2, factory: evm('0x114A43DF6C5f54EBB8A9d70Cd1951D3dD68004c7') },
    { ...pancakeV2, factory: evm('0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E') },
    { ...sushiV2, factory: evm('0xFbc12984689e5f15626Bad03Ad60160Fe98B303C') },
    { ...sushiV3, factory: evm('0xc35DADB65012eC5796536bD9864eD8773aBc74C4') },
    {
      protocol: 'uniswap-v3',
      name: 'sectafi-v3',
      title: 'SectaFi V3',
      factory: evm('0x9BD425a416A276C72a13c13bBd8145272680Cf07'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'metavault-v3',
      title: 'Metavault V3',
      factory: evm('0x9367c561915f9D062aFE3b57B18e30dEC62b8488'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...dodoV2,
      factory: evm('0xc0F9553Df63De5a97Fe64422c8578D0657C360f7'),
      facts: { others: ['0x2933c0374089D7D98BA0C71c5E02E1A0e09deBEE'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
    {
      ...ramsesSpacing,
      name: 'etherex',
      title: 'Etherex',
      factory: evm('0xAe334f70A7FC44FCC2df9e6A37BC032497Cf80f1'),
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
  ],
}
