/**
 * Curve's factories before StableSwap-NG, and the pools that no factory lists. Source: lib/constants of @curvefi/api
 * 2.70.1 (`pools`, `factory/stable.js`, `network_constants.js`), Curve's own package.
 */
import type { Evidence, Fact, Facts, KnownPool, Venue } from '#domain/pools/protocol'
import { type Address, evm } from '#domain/units'

const evidenceOf = (file: string): Evidence => ({
  confidence: 'medium',
  source: `@curvefi/api@2.70.1 lib/constants/${file}`,
})

/** One of the package's files of pools, as evidence. */
export const curvePoolsOf = (network: string): Evidence => evidenceOf(`pools/${network}.js`)

interface ClassicFactory {
  readonly factory: Address
  /** Implementations whose pools are modelled: no token that rebases, no Ether. */
  readonly implementations: readonly string[]
  /** Those with rates of their own. */
  readonly withRates?: readonly string[]
  /** Base pools: address and precision of A, which is 1 for 3pool of Ethereum and 100 for all others. */
  readonly bases?: readonly (readonly [string, 1 | 100])[]
}

/** A factory of plain pools and metapools: its pools run the code of one of its implementations. */
export const curveFactory = ({ factory, implementations, withRates, bases }: ClassicFactory): Venue => ({
  protocol: 'curve-stable',
  name: 'curve-factory',
  title: 'Curve',
  factory,
  feesPpm: [400],
  facts: {
    looksUp: true,
    implementations,
    ...(withRates !== undefined && { withRates }),
    ...(bases !== undefined && { bases }),
  },
  evidence: evidenceOf('factory/stable.js'),
})

/** The factory of the pools that keep crvUSD at its peg. */
export const curveCrvUsd: Venue = {
  ...curveFactory({
    factory: evm('0x4F8846Ae9380B90d2E71D5e3D042dff3E7ebb40d'),
    implementations: ['0x67fe41A94e779CcFa22cff02cc2957DC9C0e4286'],
    withRates: ['0x36Dc03C0e12a1C241306a6A8F327Fe28bA2Be5b0'],
  }),
  name: 'curve-crvusd',
  title: 'Curve crvUSD',
}

interface StatedPool {
  readonly address: string
  readonly tokens: readonly Address[]
  readonly decimals: readonly number[]
  /** Beyond a precision of A of 100. */
  readonly facts?: Facts
  readonly base?: BasePool
}

interface BasePool {
  readonly address: Address
  /** Its share, then its tokens. */
  readonly tokens: readonly Address[]
  readonly decimals: readonly number[]
  readonly precision: number
}

/** Pools that no factory lists. Tokens, decimals and fee are read again before a pool is used. */
export const curvePools = (stated: readonly StatedPool[], network: string): Venue => ({
  protocol: 'curve-stable',
  name: 'curve-pools',
  title: 'Curve',
  factory: evm(stated[0]?.address ?? ''),
  feesPpm: [400],
  pools: stated.map(toPool),
  evidence: curvePoolsOf(network),
})

function toPool({ address, tokens, decimals, facts, base }: StatedPool): KnownPool {
  const own: Record<string, Fact> = { precision: 100, probesDivision: true }
  if (base === undefined) return { address: evm(address), tokens, feePpm: 400, facts: { ...own, decimals, ...facts } }
  return {
    address: evm(address),
    tokens: [...tokens, ...base.tokens],
    feePpm: 400,
    base: base.address,
    facts: {
      ...own,
      basePrecision: base.precision,
      baseProbesDivision: true,
      decimals: [...decimals, ...base.decimals],
      ...facts,
    },
  }
}

const dai = evm('0x6B175474E89094C44Da98b954EedeAC495271d0F')
const usdc = evm('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
const usdt = evm('0xdAC17F958D2ee523a2206206994597C13D831ec7')
const wbtc = evm('0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599')
const frax = evm('0x853d955aCEf822Db058eb8505911ED77F175b99e')
const usdp = evm('0x8E870D67F660D95d5be530380D0eC0bd388289E1')
const sbtc = evm('0xfE18be6b3Bd88A2D2A7f928d00292E7a9963CfC6')
const seur = evm('0xD71eCFF9342A5Ced620049e616c5035F1dB98620')

const threePool: BasePool = {
  address: evm('0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7'),
  tokens: [evm('0x6c3F90f043a72FA612cbac8115EE7e52BDe6E490'), dai, usdc, usdt],
  decimals: [18, 18, 6, 6],
  precision: 1,
}

/** The first metapools cache the rate of a share; those of the first factory do not. */
const overThreePool = (address: string, token: string, decimals: number, cached = false): StatedPool => ({
  address,
  tokens: [evm(token)],
  decimals: [decimals],
  base: threePool,
  ...(cached && { facts: { keepsRate: true } }),
})

/**
 * Without those of Ether (stETH, sETH, ankrETH, rETH, frxETH, WBETH) and of lending tokens, those whose balances are read
 * by another call (sUSD, ren, sbtc, and what is over them), and those with a token that rebases or is repriced (USDN, RAI).
 */
export const curvePoolsOfEthereum: Venue = curvePools(
  [
    {
      address: '0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7', // 3pool
      tokens: [dai, usdc, usdt],
      decimals: [18, 6, 6],
      facts: { precision: 1, probesDivision: false, dividedOnce: false },
    },
    { address: '0x1005F7406f32a61BD760CfA14aCCd2737913d546', tokens: [usdc, usdt], decimals: [6, 6] }, // 2pool
    {
      address: '0x4e0915C88bC70750D68C481540F081fEFaF22273', // 4pool
      tokens: [usdc, usdt, evm('0xa693B19d2931d498c5B318dF961919BB4aee87a5'), frax],
      decimals: [6, 6, 6, 18],
    },
    { address: '0xDcEF968d416a41Cdac0ED8702fAC8128A64241A2', tokens: [frax, usdc], decimals: [18, 6] }, // fraxusdc
    { address: '0xaE34574AC03A15cd58A92DC79De7B1A0800F1CE3', tokens: [frax, usdp], decimals: [18, 18] }, // fraxusdp
    { address: '0xf253f83AcA21aAbD2A20553AE0BF7F65C755A07F', tokens: [wbtc, sbtc], decimals: [8, 18] }, // sbtc2
    {
      address: '0x4CA9b3063Ec5866A4B82E437059D2C43d1be596F', // hbtc
      tokens: [evm('0x0316EB71485b0Ab14103307bf65a021042c6d380'), wbtc],
      decimals: [18, 8],
      facts: { precision: 1 },
    },
    {
      address: '0x0Ce6a5fF5217e38315f87032CF90686C96627CAA', // eurs
      tokens: [evm('0xdB25f211AB05b1c97D595516F45794528a807ad8'), seur],
      decimals: [2, 18],
    },
    {
      address: '0xFD5dB7463a3aB53fD211b4af195c5BCCC1A03890', // eurt
      tokens: [evm('0xC581b735A1688071A1746c968e0798D642EDE491'), seur],
      decimals: [6, 18],
    },
    {
      address: '0xF178C0b5Bb7e7aBF4e12A4838C7b7c5bA2C623c0', // link
      tokens: [evm('0x514910771AF9Ca656af840dff83E8264EcF986CA'), evm('0xbBC455cb4F1B9e4bFC4B73970d360c8f032EfEE6')],
      decimals: [18, 18],
    },
    // gusd, usdk, musd, rsv, dusd, usdp
    overThreePool('0x4f062658EaAF2C1ccf8C8e36D6824CDf41167956', '0x056Fd409E1d7A124BD7017459dFEa2F387b6d5Cd', 2, true),
    overThreePool('0x3E01dD8a5E1fb3481F0F589056b428Fc308AF0Fb', '0x1c48f86ae57291F7686349F12601910BD8D470bb', 18, true),
    overThreePool('0x8474DdbE98F5aA3179B3B3F5942D724aFcdec9f6', '0xe2f2a5C287993345a840Db3B0845fbC70f5935a5', 18, true),
    overThreePool('0xC18cC39da8b11dA8c3541C598eE022258F9744da', '0x196f4727526eA7FB1e17b2071B3d8eAA38486988', 18, true),
    overThreePool('0x8038C01A0390a8c547446a0b2c18fc9aEFEcc10c', '0x5BC25f649fc4e26069dDF4cF4010F9f706c23831', 18, true),
    overThreePool('0x42d7025938bEc20B69cBae5A77421082407f053A', '0x1456688345527bE1f37E9e627DA0837D6f08C925', 18, true),
    // tusd, frax, lusd, busdv2, alusd, mim
    overThreePool('0xEcd5e75AFb02eFa118AF914515D6521aaBd189F1', '0x0000000000085d4780B73119b644AE5ecd22b376', 18),
    overThreePool('0xd632f22692FaC7611d2AA1C0D552930D43CAEd3B', '0x853d955aCEf822Db058eb8505911ED77F175b99e', 18),
    overThreePool('0xEd279fDD11cA84bEef15AF5D39BB4d4bEE23F0cA', '0x5f98805A4E8be255a32880FDeC7F6728C6568bA0', 18),
    overThreePool('0x4807862AA8b2bF68830e4C8dc86D0e9A998e085a', '0x4Fabb145d64652a948d72533023f6E7A623C7C53', 18),
    overThreePool('0x43b4FdFD4Ff969587185cDB6f0BD875c5Fc83f8c', '0xBC6DA0FE9aD5f3b0d58160288917AA56653660E9', 18),
    overThreePool('0x5a6A4D54456819380173272A5E8E9B9904BdF41B', '0x99D8a9C45b2ecA8864373A26D1459e3Dff1e17F3', 18),
  ],
  'ethereum',
)
