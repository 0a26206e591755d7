import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { curveFactory, curvePools } from '#networks/curve'
import { etherChain } from '#networks/evm-chain'
import {
  balancerV2,
  balancerV3,
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

const weth = evm('0x82aF49447D8a07e3bd95BD0d56f35241523fBab1')
const usdc = evm('0xaf88d065e77c8cC2239327C5EDb3A432268e5831')
const usdt0 = evm('0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9')
const wbtc = evm('0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f')
const usdcBridged = evm('0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8')
const dai = evm('0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1')

export const network: Network = {
  name: networkName('arbitrum'),
  title: 'Arbitrum One',
  ...etherChain,
  chainId: 42161,
  wrapped: weth,
  rpc: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com', 'https://arbitrum.drpc.org'],
  minTip: wei(0n),
  gas: { nodeOnly: true }, // the data on Ethereum is a part of it
  explorer: 'https://arbiscan.io',
  blockTimeMs: 250,
  confirmations: 20,
  // 20 gwei: the base fee stays at a minimum of hundredths of one, before 2024 a tenth, and rises while a backlog
  // lasts.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars. The gas here includes the cost of data on Ethereum, so a swap takes more of it.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdt0, wbtc, usdcBridged, dai],
  stables: [usdc, usdt0, usdcBridged, dai],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6, transferGas: usdcGas },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'USDC.e', address: usdcBridged, decimals: 6 },
    { symbol: 'DAI', address: dai, decimals: 18 },
    { symbol: 'WBTC', address: wbtc, decimals: 8 },
    { symbol: 'ARB', address: evm('0x912CE59144191C1204E64559FE8253a0e49E6548'), decimals: 18 },
    { symbol: 'wstETH', address: evm('0x5979D7b546E38E414F7E9822514be443A4800529'), decimals: 18 },
    { symbol: 'weETH', address: evm('0x35751007a407ca6FEFfE80b3cB397736D2cf4dbe'), decimals: 18 },
    { symbol: 'cbBTC', address: evm('0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'), decimals: 8 },
  ],
  // Not stated: Ramses legacy, whose factory is not known to have Aerodrome's interface; PancakeSwap StableSwap,
  // Wombat main pool, WOOFi V3: their families are not read.
  venues: [
    { ...uniswapV3, factory: evm('0x1F98431c8aD98523631AE4a59f267346ea31F984') },
    { ...uniswapV2, factory: evm('0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9') },
    { ...pancakeV2, factory: evm('0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E') },
    { ...sushiV2, factory: evm('0xc35DADB65012eC5796536bD9864eD8773aBc74C4') },
    { ...sushiV3, factory: evm('0x1af415a1EbA07a4986a52B6f2e7dE7003D82231e') },
    pancakeV3,
    uniswapV4('0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32', {
      stateView: '0x76Fd297e2D437cd7f76d50F01AfE6160f86e9990',
      wrapped: weth,
    }),
    {
      protocol: 'pair-fees',
      name: 'camelot-v2',
      title: 'Camelot V2',
      factory: evm('0x6EcCab422D763aC031210895C81787E87B43A652'),
      feesPpm: [3_000],
      facts: { feeFrom: 'reserves', feeUnit: 100_000, stableFlag: '0x9e548b7f' },
    },
    {
      protocol: 'algebra-directional',
      name: 'camelot-v3',
      title: 'Camelot V3',
      factory: evm('0x1a3c9B1d2F0529D97f2afC5136Cc23e58f1FD35B'),
      feesPpm: [100],
    },
    {
      protocol: 'algebra-integral',
      name: 'camelot-v4',
      title: 'Camelot V4',
      factory: evm('0xd490F2F6990C0291597fd1247651b4E0dCF684Dd'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/camelot-v2/index.js' },
    },
    solidlyV3,
    {
      protocol: 'ramses-v3',
      name: 'ramses-v3',
      title: 'Ramses CL',
      factory: evm('0xAA2cd7477c451E703f3B9Ba5663334914763edF8'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    curvePools(
      [{ address: '0x7f90122BF0700F9E7e1F688fe926940E8839F353', tokens: [usdcBridged, usdt0], decimals: [6, 6] }], // 2pool
      'arbitrum',
    ),
    curveFactory({
      factory: evm('0xb17b674D9c5CB2e441F8e196a2f048A81355d031'),
      implementations: [
        '0x09672362833d8f703D5395ef3252D4Bfa51c15ca',
        '0x8DEb66a4A40E370355bEe35f12E55Fe9c755d686',
        '0x54e8A25d0Ac0E4945b697C80b8372445FEA17A62',
        '0x73Ec37618683C274D0bBf5f5726aA856B2BDAB81',
        '0x0100fBf414071977B19fC38e6fc7c32FE444F5C9',
        '0xe381C25de995d62b453aF8B931aAc84fcCaa7A62',
        '0x8866414733F22295b7563f9C5299715D2D76CAf4',
        '0x8d53E5De033078367Ad91527c53abfd1Eb6bfa86',
        '0x06e3C4da96fd076b97b7ca3Ae23527314b6140dF',
      ],
      bases: [['0x7f90122BF0700F9E7e1F688fe926940E8839F353', 100]],
    }),
    { ...curveNg, factory: evm('0x9AF14D26075f142eb3F292D5065EB3faa646167b') },
    {
      ...curveTricrypto,
      factory: evm('0x960ea3e3C7FB317332d990873d354E18d7645590'),
      pools: [
        {
          address: evm('0x960ea3e3C7FB317332d990873d354E18d7645590'),
          tokens: [usdt0, wbtc, weth],
          feePpm: 300,
          facts: { kind: 'tri', decimals: [6, 8, 18], token: '0x8e0B8c8BB9db49a46697F3a5Bb8A308e744821D2' },
        },
      ],
    },
    { ...curveTricryptoNg, factory: evm('0xbC0797015fcFc47d9C1856639CaE50D0e69FbEE8') },
    { ...curveTwocryptoNg, factory: evm('0x98EE851a00abeE0d95D08cF4CA2BdCE32aeaAF7F') },
    {
      ...balancerV2,
      facts: {
        firstWeighted: ['0x7dFdEF5f355096603419239CE743BfaF1120312B'],
        weighted: ['0xf1665E19bc105BE4EDD3739F88315cC699cc5b65'],
        stable: ['0xEF44D6786b2b4d544b7850Fe67CE6381626Bf2D6'],
        composable: ['0x1c99324EDC771c82A0DCCB780CC7DDA0045E50e7'],
      },
    },
    {
      ...balancerV3,
      facts: {
        weighted: ['0xD961E30156C2E0D0d925A0De45f931CB7815e970'],
        stable: ['0xEB1eeaBF0126d813589C3D2CfeFFE410D9aE3863'],
      },
    },
    {
      protocol: 'liquidity-book',
      name: 'lfj-v2.1',
      title: 'LFJ V2.1',
      factory: evm('0x8e42f2F4101563bF679975178e880FD87d3eFd4e'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
    },
    {
      protocol: 'liquidity-book',
      name: 'lfj-v2.2',
      title: 'LFJ V2.2',
      factory: evm('0xb43120c4745967fa9b93E79C149E66B0f2D6Fe0c'),
      feesPpm: [100, 500, 1_000, 2_500],
      facts: { binSteps: [1, 2, 5, 10, 15, 20, 25, 50, 100] },
    },
    { ...sushiV4, facts: { wrapped: weth } },
    fluid(weth),
    {
      ...dodoV2,
      factory: evm('0xDa4c4411c55B0785e501332354A036c04833B72b'),
      facts: { others: ['0xC8fE2440744dcd733246a4dB14093664DEFD5A53', '0xa6Cf3d163358aF376ec5e8B7Cc5e102a05FdE63D'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
    maverickV2,
  ],
}
