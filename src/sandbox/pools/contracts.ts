import type { Network } from '#domain/network'
import type { Address } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { PlannedPool, SandboxToken } from './plan.ts'

export interface PlacedToken {
  /** The contract's own symbol on this chain. */
  readonly symbol: string
  readonly address: Address
  readonly decimals: number
}

/** Addresses of the contracts that pools are created from. */
export interface SandboxContracts {
  readonly tokens: Readonly<Record<SandboxToken, PlacedToken>>
  readonly factories: Readonly<Record<PlannedPool['venue'], Address>>
  /** Holds plenty of every token and creates the pools, see `contracts/sandbox/PoolFiller.sol`. */
  readonly filler: Address
  /** Owns the rest of the tokens. Its key does not exist; anvil can send from it. */
  readonly treasury: Address
}

/** The symbols under which a network may list the token that ours represents, best first. */
const listedSymbols: Readonly<Record<SandboxToken, readonly string[]>> = {
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
 * The contracts of a sandbox that plays `network`: those named in the network's entry are at the entry's addresses, the
 * rest where the sandbox itself has them. A listed token with other decimals than ours is not used.
 */
export function sandboxContractsOf(network: Network): SandboxContracts {
  const { tokens, factories, filler, treasury } = sandboxGround
  const place = (ours: SandboxToken): PlacedToken => {
    const { decimals } = tokens[ours]
    const listed = listedSymbols[ours]
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
