import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { curveFactory, curvePools } from '#networks/curve'
import { opStackChain } from '#networks/evm-chain'
import {
  balancerV2,
  balancerV3,
  curveNg,
  curveTricryptoNg,
  curveTwocryptoNg,
  dodoV2,
  solidlyV3,
  sushiV2,
  sushiV3,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'

const weth = evm('0x4200000000000000000000000000000000000006')
const usdc = evm('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85')
const usdt = evm('0x94b008aA00579c1307B0EF2c499aD98a8ce58e58')
const usdt0 = evm('0x01bFF41798a0BcF287b996046Ca68b395DbC1071')
const usdce = evm('0x7F5c764cBc14f9669B88837ca1490cCa17c31607')
const dai = evm('0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1')

export const network: Network = {
  name: networkName('optimism'),
  title: 'OP Mainnet',
  ...opStackChain,
  chainId: 10,
  wrapped: weth,
  rpc: ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com', 'https://optimism.drpc.org'],
  explorer: 'https://optimistic.etherscan.io',
  blockTimeMs: 2000,
  confirmations: 10,
  // 20 gwei, as on base: blocks here cost hundredths of one, and an Ethereum at its busiest adds to the data fee, not to this.
  maxGasPrice: wei(20_000_000_000n),
  // 0.002 ETH: a few dollars.
  gasBudgetFloor: wei(2n * 10n ** 15n),
  hubs: [weth, usdc, usdt, usdt0, usdce, dai],
  stables: [usdc, usdt, usdt0, usdce, dai],
  tokens: [
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDT', address: usdt, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'USDC.e', address: usdce, decimals: 6 },
    { symbol: 'DAI', address: dai, decimals: 18 },
    { symbol: 'WBTC', address: evm('0x68f180fcCe6836688e9084f035309E29Bf0A2095'), decimals: 8 },
    { symbol: 'OP', address: evm('0x4200000000000000000000000000000000000042'), decimals: 18 },
    { symbol: 'wstETH', address: evm('0x1F32b1c2345538c0c6f582fCB022739c4A194Ebb'), decimals: 18 },
    { symbol: 'VELO', address: evm('0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db'), decimals: 18 },
  ],
  // Not stated: Curve’s pool of Ether; Velodrome V1: not known to have Aerodrome’s interface; WOOFi V3: its family is
  // not read.
  venues: [
    { ...uniswapV3, factory: evm('0x1F98431c8aD98523631AE4a59f267346ea31F984') },
    {
      protocol: 'solidly-v2',
      name: 'velodrome-v2',
      title: 'Velodrome V2',
      factory: evm('0xF1046053aa5682b4F9a81b5481394DA16BE5FF5a'),
      feesPpm: [500, 3_000],
    },
    {
      protocol: 'slipstream',
      name: 'velodrome-slipstream',
      title: 'Velodrome Slipstream',
      factory: evm('0xCc0bDDB707055e04e497aB22a59c2aF4391cd12F'),
      feesPpm: [100, 500, 500, 3_000, 10_000],
      facts: { spacings: [1, 50, 100, 200, 2_000] },
    },
    uniswapV4('0x9a13F98Cb987694C9F086b1F5eB990EeA8264Ec3', {
      stateView: '0xc18a3169788F4F75A170290584ECA6395C75Ecdb',
      wrapped: weth,
    }),
    curvePools(
      [{ address: '0x1337BedC9D22ecbe766dF105c9623922A27963EC', tokens: [dai, usdce, usdt], decimals: [18, 6, 6] }],
      'optimism',
    ),
    curveFactory({
      factory: evm('0x2db0E83599a91b508Ac268a6197b8B14F5e72840'),
      implementations: [
        '0x78CF256256C8089d68Cde634Cf7cDEFb39286470',
        '0xe8269B33E47761f552E1a3070119560d5fa8bBD6',
        '0xC2b1DF84112619D190193E48148000e3990Bf627',
        '0x73Ec37618683C274D0bBf5f5726aA856B2BDAB81',
        '0x0f9cb53Ebe405d49A0bbdBD291A65Ff571bC83e1',
        '0x78D0fC2B9D5AE65512DB242e424a9c683F18c243',
        '0x6D65b498cb23deAba52db31c93Da9BFFb340FB8F',
        '0x445FE580eF8d70FF569aB36e80c647af338db351',
        '0x8474DdbE98F5aA3179B3B3F5942D724aFcdec9f6',
      ],
      bases: [['0x1337BedC9D22ecbe766dF105c9623922A27963EC', 100]],
    }),
    { ...curveNg, factory: evm('0x5eeE3091f747E60a045a2E715a4c71e600e31F6E') },
    { ...curveTricryptoNg, factory: evm('0xc6C09471Ee39C7E30a067952FcC89c8922f9Ab53') },
    { ...curveTwocryptoNg, factory: evm('0x98EE851a00abeE0d95D08cF4CA2BdCE32aeaAF7F') },
    { ...uniswapV2, factory: evm('0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf') },
    { ...sushiV2, factory: evm('0xFbc12984689e5f15626Bad03Ad60160Fe98B303C') },
    { ...sushiV3, factory: evm('0x9c6522117e2ed1fE5bdb72bb0eD5E3f2bdE7DBe0') },
    { ...solidlyV3, evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' } },
    {
      ...dodoV2,
      factory: evm('0x2B800DC6270726F7E2266cE8cD5A3F8436fe0B40'),
      facts: { others: ['0x1f83858cD6d0ae7a08aB1FD977C06DABEcE6d711'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
    {
      ...balancerV2,
      facts: {
        firstWeighted: ['0xdAE7e32ADc5d490a43cCba1f0c736033F2b4eFca'],
        weighted: ['0xA0DAbEBAAd1b243BBb243f933013d560819eB66f'],
        stable: ['0xeb151668006CD04DAdD098AFd0a82e78F77076c3'],
        composable: ['0xe2E901AB09f37884BA31622dF3Ca7FC19AA443Be'],
      },
      evidence: { confidence: 'medium', source: 'balancer/balancer-deployments@abaaa3f addresses/optimism.json' },
    },
    {
      ...balancerV3,
      facts: { weighted: ['0x0f08eEf2C785AA5e7539684aF04755dEC1347b7c'] },
      evidence: { confidence: 'medium', source: 'balancer/balancer-deployments@abaaa3f addresses/optimism.json' },
    },
  ],
}
