import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { curveFactory, curvePools } from '#networks/curve'
import { evmChain } from '#networks/evm-chain'
import { curveCrypto, curveNg, curveTricryptoNg, curveTwocryptoNg, sushiV2, sushiV3 } from '#networks/exchanges'

const wftm = evm('0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83')
const lzusdc = evm('0x28a92dde19D9989F39A49905d7C9C2FAc7799bDf')
const lzusdt = evm('0xcc1b99dDAc1a33c201a742A1851662E87BC7f22C')

// of Curve's 2pool
const dai = evm('0x8D11eC38a3EB5E956B052f67Da8Bdc9bef8Abf3E')
const anyUsdc = evm('0x04068DA6C83AFCFA0e13ba15A6696662335D5B75')

export const network: Network = {
  name: networkName('fantom'),
  title: 'Fantom',
  ...evmChain,
  chainId: 250,
  gas: { unusedChargedPercent: 10 }, // go-opera evmcore/state_transition.go
  deployer: 'safe', // in Safe's list; no list has the usual one
  native: { symbol: 'FTM', name: 'Fantom', decimals: 18 },
  // london (PUSH0 not known to work): not known to have transient storage
  router: 'storage',
  wrapped: wftm,
  rpc: ['https://rpcapi.fantom.network', 'https://rpc.fantom.network', 'https://fantom.drpc.org'],
  explorer: 'https://ftmscan.com',
  blockTimeMs: 1500,
  confirmations: 10,
  // 3,000 gwei, worth less than one of ether: tens are usual, the busiest days of 2022 saw thousands.
  maxGasPrice: wei(3_000_000_000_000n),
  // 10 FTM: a few dollars.
  gasBudgetFloor: wei(10n ** 19n),
  hubs: [wftm, lzusdc, lzusdt],
  stables: [lzusdc, lzusdt],
  tokens: [
    { symbol: 'WFTM', address: wftm, decimals: 18 },
    { symbol: 'lzUSDC', address: lzusdc, decimals: 6 },
    { symbol: 'lzUSDT', address: lzusdt, decimals: 6 },
  ],
  // Not stated: Equalizer: not known to have Aerodrome’s interface; Beethoven X: the factories of its pools are
  // not known.
  venues: [
    {
      protocol: 'uniswap-v2',
      name: 'spookyswap-v2',
      title: 'SpookySwap V2',
      factory: evm('0x152eE697f2E276fA89E96742e9bB9aB1F2E61bE3'),
      feesPpm: [2_000],
    },
    curvePools(
      [
        // 2pool, and fUSDT over it
        { address: '0x27E611FD27b276ACbd5Ffd632E5eAEBEC9761E40', tokens: [dai, anyUsdc], decimals: [18, 6] },
        {
          address: '0x92D5ebF3593a92888C25C0AbEF126583d4b5312E',
          tokens: [evm('0x049d68029688eAbF473097a2fC38ef61633A3C7A')],
          decimals: [6],
          base: {
            address: evm('0x27E611FD27b276ACbd5Ffd632E5eAEBEC9761E40'),
            tokens: [evm('0x27E611FD27b276ACbd5Ffd632E5eAEBEC9761E40'), dai, anyUsdc],
            decimals: [18, 18, 6],
            precision: 100,
          },
        },
      ],
      'fantom',
    ),
    curveFactory({
      factory: evm('0x686d67265703D1f124c45E33d47d794c566889Ba'),
      implementations: [
        '0xfCE359115dFe1533a2458650123F86C454BC0213',
        '0x61E10659fe3aa93d036d099405224E4Ac24996d0',
        '0xAD4768F408dD170e62E074188D81A29AE31B8Fd8',
        '0x3cABd83bCa606768939B843f91df8f4963dBC079',
        '0x7Ee25A34C921E4009B726cC6be0643fd6a39DbfE',
        '0xABE216918fFDa43B44e3FC09639Fd82fD3527D89',
        '0x9D7C28226AA7142cBF234ab9aa9C203D095c528B',
      ],
      bases: [['0x27E611FD27b276ACbd5Ffd632E5eAEBEC9761E40', 100]],
    }),
    { ...curveNg, factory: evm('0xe61Fb97Ef6eBFBa12B36Ffd7be785c1F5A2DE66b') },
    { ...curveCrypto, factory: evm('0xE5De15A9C9bBedb4F5EC13B131E61245f2983A69') },
    { ...curveTricryptoNg, factory: evm('0x9AF14D26075f142eb3F292D5065EB3faa646167b') },
    { ...curveTwocryptoNg, factory: evm('0x98EE851a00abeE0d95D08cF4CA2BdCE32aeaAF7F') },
    {
      protocol: 'uniswap-v3',
      name: 'spookyswap-v3',
      title: 'SpookySwap V3',
      factory: evm('0x7928a2c48754501f3a8064765ECaE541daE5c3E6'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
    },
    {
      protocol: 'uniswap-v2',
      name: 'spiritswap-v1',
      title: 'SpiritSwap V1',
      factory: evm('0xEF45d134b73241eDa7703fa787148D9C9F4950b0'),
      feesPpm: [3_000],
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 factory/uniV2.ts' },
    },
    {
      protocol: 'uniswap-v3',
      name: 'wagmi',
      title: 'WAGMI',
      factory: evm('0xaf20f5f19698f1D19351028cd7103B63D30DE7d7'),
      feesPpm: [100, 500, 3_000, 10_000],
      evidence: { confidence: 'medium', source: 'dimension-adapters@e7346b0 factory/uniV3.ts' },
    },
    { ...sushiV2, factory: evm('0xc35DADB65012eC5796536bD9864eD8773aBc74C4') },
    { ...sushiV3, factory: evm('0x7770978eED668a3ba661d51a773d3a992Fc9DDCB') },
  ],
}
