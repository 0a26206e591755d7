import { type Address, evm, type NetworkName, networkName } from '#domain/units'

/** At one address on every network of {@link cctpNetworks}. */
export const tokenMessenger = evm('0x28b5a0e9c621a5badaa536219b3a228c8168cf5d')
/** Of USDC, everywhere. */
export const usdcDecimals = 6

export interface CctpNetwork {
  readonly name: NetworkName
  readonly chainId: number
  /** CCTP's own number of the network. */
  readonly domain: number
  readonly usdc: Address
  /** Blocks until a burn is attested as final, and for a fee before that. */
  readonly confirmations: number
  readonly fastConfirmations: number
  /** As in the network's entry: what deploys our contracts there, and so where they are. */
  readonly deployer?: 'safe'
}

/**
 * Where CCTP V2 is, of the networks we know: npm @circle-fin/bridge-kit 1.15.1, chains.mjs. Listed is not live: a deposit
 * asks the contracts first. Solana has CCTP V2 too (domain 5), but no contract of ours.
 */
export const cctpNetworks: readonly CctpNetwork[] = [
  {
    name: networkName('ethereum'),
    chainId: 1,
    domain: 0,
    usdc: evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'),
    confirmations: 65,
    fastConfirmations: 2,
  },
  {
    name: networkName('polygon'),
    chainId: 137,
    domain: 7,
    usdc: evm('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'),
    confirmations: 33,
    fastConfirmations: 13,
  },
  {
    name: networkName('arbitrum'),
    chainId: 42161,
    domain: 3,
    usdc: evm('0xaf88d065e77c8cc2239327c5edb3a432268e5831'),
    confirmations: 65,
    fastConfirmations: 1,
  },
  {
    name: networkName('optimism'),
    chainId: 10,
    domain: 2,
    usdc: evm('0x0b2c639c533813f4aa9d7837caf62653d097ff85'),
    confirmations: 65,
    fastConfirmations: 1,
  },
  {
    name: networkName('base'),
    chainId: 8453,
    domain: 6,
    usdc: evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
    confirmations: 65,
    fastConfirmations: 1,
  },
  {
    name: networkName('avalanche'),
    chainId: 43114,
    domain: 1,
    usdc: evm('0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'),
    confirmations: 1,
    fastConfirmations: 1,
  },
  {
    name: networkName('linea'),
    chainId: 59144,
    domain: 11,
    usdc: evm('0x176211869ca2b568f2a7d4ee941e073a821ee1ff'),
    confirmations: 1,
    fastConfirmations: 1,
  },
  {
    name: networkName('sonic'),
    chainId: 146,
    domain: 13,
    usdc: evm('0x29219dd400f2bf60e5a23d13be72b486d4038894'),
    confirmations: 1,
    fastConfirmations: 1,
  },
  {
    name: networkName('plasma'),
    chainId: 9745,
    domain: 33,
    usdc: evm('0x2d661c89d812261039af9764eceaaee884f5f67f'),
    confirmations: 3,
    fastConfirmations: 1,
    deployer: 'safe',
  },
  {
    name: networkName('monad'),
    chainId: 143,
    domain: 15,
    usdc: evm('0x754704bc059f8c67012fed69bc8a327a5aafb603'),
    confirmations: 1,
    fastConfirmations: 1,
  },
  {
    name: networkName('hyperevm'),
    chainId: 999,
    domain: 19,
    usdc: evm('0xb88339cb7199b77e23db6e890353e22632ba630f'),
    confirmations: 1,
    fastConfirmations: 1,
    deployer: 'safe',
  },
  {
    name: networkName('unichain'),
    chainId: 130,
    domain: 10,
    usdc: evm('0x078d782b760474a361dda0af3839290b0ef57ad6'),
    confirmations: 65,
    fastConfirmations: 1,
  },
  {
    name: networkName('ink'),
    chainId: 57073,
    domain: 21,
    usdc: evm('0x2d270e6886d130d724215a266106e6832161eaed'),
    confirmations: 65,
    fastConfirmations: 1,
  },
  {
    name: networkName('morph'),
    chainId: 2818,
    domain: 30,
    usdc: evm('0xcfb1186f4e93d60e60a8bdd997427d1f33bc372b'),
    confirmations: 64,
    fastConfirmations: 1,
    deployer: 'safe',
  },
  {
    name: networkName('pharos'),
    chainId: 1672,
    domain: 31,
    usdc: evm('0xc879c018db60520f4355c26ed1a6d572cdac1815'),
    confirmations: 1,
    fastConfirmations: 1,
  },
]
