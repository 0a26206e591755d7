import type { Network } from '#domain/network'
import type { Address } from '#domain/units'
import { sandboxGround } from './addresses.gen.ts'
import type { PlannedPool, SandboxToken } from './pool-plan.ts'

export interface PlacedToken {
  /** What the contract calls itself on this chain. */
  readonly symbol: string
  readonly address: Address
  readonly decimals: number
}

/** Where the contracts that pools are made from lie on a chain. */
export interface Ground {
  readonly tokens: Readonly<Record<SandboxToken, PlacedToken>>
  readonly factories: Readonly<Record<PlannedPool['venue'], Address>>
  /** Holds every token in plenty and makes the pools, see `contracts/sandbox/PoolFiller.sol`. */
  readonly filler: Address
  /** Owns the rest of the tokens. Nobody has its key; anvil lets us send from it. */
  readonly treasury: Address
}

/** Under which symbols a network may list the token that ours stands for, best first. */
const standsFor: Readonly<Record<SandboxToken, readonly string[]>> = {
  WETH: [],
  USDC: ['USDC'],
  USDT: ['USDT', 'USDT0'],
  DAI: ['DAI'],
  WBTC: ['WBTC', 'cbBTC'],
  wstETH: ['wstETH'],
  UNI: ['UNI'],
  FOT: [],
  'fake USDC': [],
}

/**
 * The ground of a sandbox that plays `network`: what the network's entry names lies where the entry says,
 * the rest where the sandbox itself has it. A token of other decimals than ours is not replaced by it.
 */
export function groundOf(network: Network): Ground {
  const { tokens, factories, filler, treasury } = sandboxGround
  const place = (ours: SandboxToken): PlacedToken => {
    const { decimals } = tokens[ours]
    const listed = standsFor[ours]
      .map((symbol) => network.tokens.find((token) => token.symbol === symbol && token.decimals === decimals))
      .find((token) => token !== undefined)
    return { symbol: listed?.symbol ?? symbolOf(ours), address: listed?.address ?? tokens[ours].address, decimals }
  }
  const factory = (venue: PlannedPool['venue']): Address =>
    network.venues.find(({ name }) => name === venue)?.factory ?? factories[venue]

  return {
    tokens: {
      WETH: { symbol: 'WETH', address: network.wrapped, decimals: 18 },
      USDC: place('USDC'),
      USDT: place('USDT'),
      DAI: place('DAI'),
      WBTC: place('WBTC'),
      wstETH: place('wstETH'),
      UNI: place('UNI'),
      FOT: place('FOT'),
      'fake USDC': place('fake USDC'),
    },
    factories: {
      'uniswap-v2': factory('uniswap-v2'),
      'sushi-v2': factory('sushi-v2'),
      'uniswap-v3': factory('uniswap-v3'),
    },
    filler,
    treasury,
  }
}

const symbolOf = (token: SandboxToken): string => (token === 'fake USDC' ? 'USDC' : token)
