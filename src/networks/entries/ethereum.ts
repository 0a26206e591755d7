import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { curveCrvUsd, curveFactory, curvePoolsOfEthereum } from '#networks/curve'
import { etherChain } from '#networks/evm-chain'
import {
  balancerV2,
  balancerV3,
  curveCrypto,
  curveNg,
  curveTricrypto,
  curveTricryptoNg,
  curveTwocryptoNg,
  dodoV2,
  fluid,
  maverickV2,
  pancakeV2,
  pancakeV3,
  solidlyV3,
  sushiV2,
  sushiV3,
  sushiV4,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'
import { usdcGas } from '#networks/token-gas'

const weth = evm('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')
const usdc = evm('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
const usdt = evm('0xdAC17F958D2ee523a2206206994597C13D831ec7')
const dai = evm('0x6B175474E89094C44Da98b954EedeAC495271d0F')
const wbtc = evm('0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599')
const usds = evm('0xdC035D45d973E3EC169d2276DDab16f1e407384F')
const wsteth = evm('0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0')
const crvusd = evm('0xf939E0A03FB07F59A73314E73794Be0E57ac1b4E')
const frxusd = evm('0xCAcd6fd266aF91b8AeD52aCCc382b4e165586E29')
const steth = evm('0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84')
const litePsm = evm('0xf6e72Db5454dd049d0788e411b06CfAF16853042')
const litePsmUsds = evm('0xA188EEC8F81263234dA3622A406892F3D630f98c')
const usde = evm('0x4c9EDD5852cd905f086C759E8383e09bff1E68B3')
const susde = evm('0x9D39A5DE30e57443BfF2A8307A4256c8797A3497')
const daiUsds = evm('0x3225737a9Bbb6473CB4a45b7244ACa2BeFdB276A')
const sdai = evm('0x83F20F44975D03b1b09e64809B757c47f942BEeA')
const susds = evm('0xa3931d71877C0E7a3148CB7Eb4463524FEc27fbD')
const stataUsdc = evm('0xD4fa2D31b7968E448877f69A96DE69f5de8cD23E')
const stataUsdt = evm('0x7Bc3485026Ac48b6cf9BaF0A377477Fff5703Af8')
const stataWeth = evm('0x0bfc9d54Fc184518A81162F8fB99c2eACa081202')
const stataDai = evm('0x5caF5a86f39073637Ac7c8A7b5290871de80cb9b')

export const network: Network = {
  name: networkName('ethereum'),
  title: 'Ethereum',
  ...etherChain,
  chainId: 1,
  wrapped: weth,
  rpc: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org', 'https://ethereum.reth.rs/rpc'],
  privateRpc: [
    'https://rpc.flashbots.net',
    'https://rpc.mevblocker.io',
    'https://eth.merkle.io',
    'https://eth.rpc.blxrbdn.com',
  ],
  explorer: 'https://etherscan.io',
  blockTimeMs: 12000,
  confirmations: 12,
  // 500 gwei: days of full blocks saw 100 to 300. Minutes of a famous mint saw thousands, but no swap has to run then.
  maxGasPrice: wei(500_000_000_000n),
  // 0.01 ETH: a swap over one pool, a gas limit of 250,000, up to a max fee of 40 gwei.
  gasBudgetFloor: wei(10n ** 16n),
  hubs: [weth, usdc, usdt, dai, wbtc],
  // Those that pools of Curve, Balancer, Lido and Sky pair others with, by the lists of docs/decisions/0047.
  intermediates: [wsteth, usds, crvusd, frxusd],
  stables: [usdc, usdt, dai, usds],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6, transferGas: usdcGas },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'DAI', address: dai, decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
    { symbol: 'USDS', address: usds, decimals: 18 },
    { symbol: 'USDe', address: usde, decimals: 18 },
    { symbol: 'wstETH', address: wsteth, decimals: 18 },
    { symbol: 'weETH', address: evm('0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee'), decimals: 18 },
    { symbol: 'cbBTC', address: evm('0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'), decimals: 8 },
    { symbol: 'crvUSD', address: crvusd, decimals: 18 },
    { symbol: 'frxUSD', address: frxusd, decimals: 18 },
    { symbol: 'stETH', address: steth, decimals: 18 },
    { symbol: 'sUSDe', address: susde, decimals: 18 },
  ],
  // Not stated: Curve’s pools of Ether (stETH), which no adapter trades; PancakeSwap StableSwap, Fluid DEX Lite, Ekubo,
  // Ambient: their families are not read.
  venues: [
    { ...uniswapV2, factory: evm('0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f') },
    { ...uniswapV3, factory: evm('0x1F98431c8aD98523631AE4a59f267346ea31F984') },
    { ...sushiV2, factory: evm('0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac') },
    { ...pancakeV2, factory: evm('0x1097053Fd2ea711dad45caCcc45EfF7548fCB362') },
    { ...sushiV3, factory: evm('0xbACEB8eC6b9355Dfc0269C18bac9d6E2Bdc29C4F') },
    pancakeV3,
    uniswapV4('0x000000000004444c5dc75cB358380D2e3dE08A90', {
      stateView: '0x7fFE42C4a5DEeA5b0feC41C94C136Cf115597227',
      wrapped: weth,
    }),
    solidlyV3,
    curvePoolsOfEthereum,
    curveFactory({
      factory: evm('0xB9fC157394Af804a3578134A6585C0dc9cc990d4'),
      implementations: [
        '0x213be373FDff327658139C7df330817DAD2d5bBE',
        '0x33bB0e62d5e8C688E645Dd46DFb48Cd613250067',
        '0xF9B62b61d108232Ef0C9DD143bb3c22c7D4A715a',
        '0x6523Ac15EC152Cb70a334230F6c5d62C5Bd963f1',
        '0x4A4d7868390EF5CaC51cDA262888f34bD3025C3F',
        '0xc629a01eC23AB04E1050500A3717A2a5c0701497',
        '0x9B52F13DF69D79Ec5aAB6D1aCe3157d29B409cC3',
        '0xE5F4b89E0A16578B3e0e7581327BDb4C712E44De',
        '0x5Bd47eA4494e0F8DE6e3Ca10F1c05F55b72466B8',
        '0xaD4753D045D3Aed5C1a6606dFb6a7D7AD67C1Ad7',
      ],
      bases: [
        ['0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7', 1],
        ['0xDcEF968d416a41Cdac0ED8702fAC8128A64241A2', 100],
        ['0xaE34574AC03A15cd58A92DC79De7B1A0800F1CE3', 100],
      ],
    }),
    curveCrvUsd,
    {
      ...curveNg,
      factory: evm('0x6A8cbed756804B16E05E741eDaBd5cB544AE21bf'),
      // 3pool, the base of many others: the precision of its A, and that D's product is divided at every balance
      facts: { ...curveNg.facts, bases: [['0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7', 1, false]] },
    },
    {
      protocol: 'psm',
      name: 'litepsm',
      title: 'Sky LitePSM',
      factory: litePsm,
      feesPpm: [],
      pools: [{ address: litePsm, tokens: [usdc, dai], feePpm: 0 }],
      evidence: {
        confidence: 'medium',
        source: 'kyberswap-dex-lib@ae6a99a liquidity-source/litepsm/pool_simulator_test.go',
      },
    },
    {
      protocol: 'psm',
      name: 'litepsm-usds',
      title: 'Sky LitePSM USDS',
      factory: litePsmUsds,
      feesPpm: [],
      pools: [{ address: litePsmUsds, tokens: [usdc, usds], feePpm: 0, base: litePsm }],
      evidence: { confidence: 'medium', source: 'propeller-heads/tycho-protocol-sdk evm/src/sky/README.md' },
    },
    {
      protocol: 'erc4626',
      name: 'vaults',
      title: 'ERC-4626 vaults',
      factory: susde,
      feesPpm: [],
      pools: [{ address: susde, tokens: [usde, susde], feePpm: 0, facts: { decimalsOffset: 0 } }],
      evidence: { confidence: 'medium', source: 'kyberswap-dex-lib pkg/liquidity-source/ekubo/pool_keys.json' },
    },
    {
      protocol: 'rate-vault',
      name: 'sky-savings',
      title: 'Sky savings',
      factory: susds,
      feesPpm: [],
      pools: [
        { address: sdai, tokens: [dai, sdai], feePpm: 0 },
        { address: susds, tokens: [usds, susds], feePpm: 0 },
      ],
      evidence: { confidence: 'medium', source: 'propeller-heads/tycho-protocol-sdk@0dea790 evm/src/sky/README.md' },
    },
    {
      protocol: 'rate-vault',
      name: 'aave-stata',
      title: 'Aave static tokens',
      factory: evm('0xCb0b5cA20b6C5C02A9A3B2cE433650768eD2974F'),
      feesPpm: [],
      pools: [
        { address: stataUsdc, tokens: [usdc, stataUsdc], feePpm: 0, facts: { isLent: true } },
        { address: stataUsdt, tokens: [usdt, stataUsdt], feePpm: 0, facts: { isLent: true } },
        { address: stataWeth, tokens: [weth, stataWeth], feePpm: 0, facts: { isLent: true } },
        { address: stataDai, tokens: [dai, stataDai], feePpm: 0, facts: { isLent: true } },
      ],
      evidence: { confidence: 'medium', source: 'bgd-labs/aave-address-book@0010c07 src/ts/AaveV3Ethereum.ts' },
    },
    {
      protocol: 'dai-usds',
      name: 'dai-usds',
      title: 'Sky DAI–USDS converter',
      factory: daiUsds,
      feesPpm: [],
      pools: [{ address: daiUsds, tokens: [dai, usds], feePpm: 0 }],
      evidence: { confidence: 'medium', source: 'propeller-heads/tycho-protocol-sdk@0dea790 evm/src/sky/README.md' },
    },
    {
      protocol: 'lido',
      name: 'lido',
      title: 'Lido',
      factory: wsteth,
      feesPpm: [],
      pools: [{ address: wsteth, tokens: [steth, wsteth], feePpm: 0 }],
    },
    { ...curveCrypto, factory: evm('0xF18056Bbd320E96A48e3Fbf8bC061322531aac99') },
    {
      ...curveTricrypto,
      factory: evm('0xD51a44d3FaE010294C616388b506AcdA1bfAAE46'),
      pools: [
        {
          address: evm('0xD51a44d3FaE010294C616388b506AcdA1bfAAE46'),
          tokens: [usdt, wbtc, weth],
          feePpm: 300,
          facts: { kind: 'tri', decimals: [6, 8, 18], token: '0xc4AD29ba4B3c580e6D59105FFf484999997675Ff' },
        },
      ],
    },
    { ...curveTricryptoNg, factory: evm('0x0c0e5f2fF0ff18a3be9b835635039256dC4B4963') },
    { ...curveTwocryptoNg, factory: evm('0x98EE851a00abeE0d95D08cF4CA2BdCE32aeaAF7F') },
    {
      ...balancerV2,
      facts: {
        firstWeighted: ['0x8E9aa87E45e92bad84D5F8DD1bff34Fb92637dE9'],
        weighted: ['0x5Dd94Da3644DDD055fcf6B3E1aa310Bb7801EB8b'],
        stable: ['0x8df6EfEc5547e31B0eb7d1291B511FF8a2bf987c'],
        composable: ['0xdba127fBc23fb20F5929C546af220A991b5C6e01'],
      },
    },
    {
      ...balancerV3,
      facts: {
        weighted: ['0x201efd508c8DfE9DE1a13c2452863A78CB2a86Cc'],
      },
    },
    { ...sushiV4, facts: { wrapped: weth } },
    fluid(weth),
    {
      ...dodoV2,
      factory: evm('0x72d220cE168C4f361dD4deE5D826a01AD8598f6C'),
      facts: { others: ['0x6fdDB76c93299D985f4d3FC7ac468F9A168577A4', '0x5336edE8F971339F6c0e304c66ba16F1296A2Fbe'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
    maverickV2,
  ],
}
