import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { curveFactory } from '#networks/curve'
import { evmChain } from '#networks/evm-chain'
import {
  balancerV2,
  curveCrypto,
  curveNg,
  curveTricryptoNg,
  curveTwocryptoNg,
  dodoV2,
  sushiV2,
  sushiV3,
  sushiV4,
  uniswapV2,
  uniswapV3,
  uniswapV4,
} from '#networks/exchanges'

const wpol = evm('0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270')
const usdc = evm('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359')
const usdce = evm('0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174')
const usdt0 = evm('0xc2132D05D31c914a87C6611C10748AEb04B58e8F')
const dai = evm('0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063')
const weth = evm('0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619')

export const network: Network = {
  name: networkName('polygon'),
  title: 'Polygon',
  ...evmChain,
  chainId: 137,
  native: { symbol: 'POL', name: 'POL', decimals: 18 },
  wrapped: wpol,
  nativeTwins: [evm('0x0000000000000000000000000000000000001010')],
  rpc: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org', 'https://polygon-rpc.com'],
  privateRpc: ['https://polygon.rpc.blxrbdn.com', 'https://rpc.private.mev-x.com/polygon'],
  explorer: 'https://polygonscan.com',
  blockTimeMs: 2000,
  confirmations: 64,
  // 2,000 gwei: 30 to 100 are usual; the busiest days saw hundreds, hours of 2024 more than a thousand.
  maxGasPrice: wei(2_000_000_000_000n),
  // 10 POL: a few dollars.
  gasBudgetFloor: wei(10n ** 19n),
  hubs: [wpol, usdc, usdce, usdt0, dai, weth],
  stables: [usdc, usdce, usdt0, dai],
  tokens: [
    { symbol: 'WPOL', address: wpol, decimals: 18 },
    { symbol: 'USDC', address: usdc, decimals: 6 },
    { symbol: 'USDC.e', address: usdce, decimals: 6 },
    { symbol: 'USDT0', address: usdt0, decimals: 6 },
    { symbol: 'DAI', address: dai, decimals: 18 },
    { symbol: 'WETH', address: weth, decimals: 18 },
    { symbol: 'WBTC', address: evm('0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6'), decimals: 8 },
  ],
  // Not stated: Curve’s pools of lending tokens; Fluid DEX T1: its resolver is not known to be of the version we
  // read; WOOFi V3: its family is not read.
  venues: [
    { ...uniswapV3, factory: evm('0x1F98431c8aD98523631AE4a59f267346ea31F984') },
    uniswapV4('0x67366782805870060151383F4BbFF9daB53e5cD6', {
      stateView: '0x5eA1bD7974c8A611cBAB0bDCAFcB1D9CC9b3BA5a',
      wrapped: wpol,
      nativeTwins: [evm('0x0000000000000000000000000000000000001010')],
    }),
    {
      protocol: 'uniswap-v2',
      name: 'quickswap-v2',
      title: 'QuickSwap V2',
      factory: evm('0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32'),
      feesPpm: [3_000],
    },
    {
      protocol: 'algebra-v1',
      name: 'quickswap-v3',
      title: 'QuickSwap V3',
      factory: evm('0x411b0fAcC3489691f28ad58c47006AF5E3Ab3A28'),
      feesPpm: [100],
    },
    { ...sushiV2, factory: evm('0xc35DADB65012eC5796536bD9864eD8773aBc74C4') },
    curveFactory({
      factory: evm('0x722272D36ef0Da72FF51c5A65Db7b870E2e8D4ee'),
      implementations: [
        '0x4fb93D7d320E8A263F22f62C2059dFC2A8bCbC4c',
        '0x571FF5b7b346F706aa48d696a9a4a288e9Bb4091',
        '0x8101E6760130be2C8Ace79643AB73500571b7162',
        '0x493084cA44C779Af27a416ac1F71e3823BF21b53',
        '0xCC9fd96C26c450Dd4580893afF75efd5cb6C12Fc',
        '0x991b05d5316fa3A2C053F84658b84987cd5c9970',
        '0xAc273d5b4FC06625d8b1abA3BE8De15bDFb8E39f',
      ],
    }),
    { ...curveNg, factory: evm('0x1764ee18e8B3ccA4787249Ceb249356192594585') },
    { ...curveCrypto, factory: evm('0xE5De15A9C9bBedb4F5EC13B131E61245f2983A69') },
    { ...curveTricryptoNg, factory: evm('0xC1b393EfEF38140662b91441C6710Aa704973228') },
    { ...curveTwocryptoNg, factory: evm('0x98EE851a00abeE0d95D08cF4CA2BdCE32aeaAF7F') },
    {
      protocol: 'algebra-integral',
      name: 'quickswap-v4',
      title: 'QuickSwap V4',
      factory: evm('0x134c1dBE4860A9cAaf89002574fFe814772D9904'),
      feesPpm: [500],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/quickswap-v4/index.js' },
    },
    { ...uniswapV2, factory: evm('0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C') },
    { ...sushiV3, factory: evm('0x917933899c6a5F8E37F31E19f92CdBFF7e8FF0e2') },
    { ...sushiV4, facts: { wrapped: wpol } },
    {
      protocol: 'uniswap-v3',
      name: 'retro',
      title: 'Retro',
      factory: evm('0x91e1B99072f238352f59e58de875691e20Dc19c1'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      ...dodoV2,
      factory: evm('0x79887f65f83bdf15Bcc8736b5e5BcDB48fb8fE13'),
      facts: { others: ['0x43C49f8DD240e1545F147211Ec9f917376Ac1e87'] },
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/dodo/index.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'apeswap',
      title: 'ApeSwap',
      factory: evm('0xCf083Be4164828f00cAE704EC15a36D711491284'),
      feesPpm: [2_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV2.js' },
    },
    {
      ...balancerV2,
      facts: {
        firstWeighted: ['0x8E9aa87E45e92bad84D5F8DD1bff34Fb92637dE9'],
        weighted: ['0x82e4cFaef85b1B6299935340c964C942280327f4'],
        stable: ['0xcA96C4f198d343E251b1a01F3EBA061ef3DA73C1'],
        composable: ['0x7bc6C0E73EDAa66eF3F6E2f27b0EE8661834c6C9'],
      },
      evidence: { confidence: 'medium', source: 'balancer/balancer-deployments@2b2ba69 addresses/polygon.json' },
    },
  ],
}
