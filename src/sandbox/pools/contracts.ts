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
  USDC: ['USDC', 'USDC.e', 'm.USDC', 'lzUSDC', 'vbUSDC'],
  USDT: ['USDT', 'USDT0', 'USDt', 'm.USDT', 'lzUSDT', 'vbUSDT'],
  DAI: ['DAI', 'DAI.e', 'USDB', 'USDm', 'vbUSDS', 'USDe'],
  WBTC: ['WBTC', 'cbBTC', 'BTC.b', 'kBTC', 'UBTC', 'vbWBTC'],
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
  const { tokens, filler, treasury } = sandboxGround
  const place = (ours: SandboxToken): PlacedToken => {
    const { decimals } = tokens[ours]
    const listed = listedSymbols[ours]
      .map((symbol) => network.tokens.find((token) => token.symbol === symbol && token.decimals === decimals))
      .find((token) => token !== undefined)
    return { symbol: listed?.symbol ?? symbolOf(ours), address: listed?.address ?? tokens[ours].address, decimals }
  }
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
    factories: placeFactories(network.venues),
    filler,
    treasury,
  }
}

/**
 * Each of our three factories is at the address of the entry's venue of that name, else at that of another fork with the
 * same code and fees, else where the sandbox itself has it.
 */
function placeFactories(venues: Network['venues']): SandboxContracts['factories'] {
  const taken = new Set(venues.flatMap(({ name, factory }) => (name in sandboxGround.factories ? [factory] : [])))
  const place = (name: PlannedPool['venue'], fees: string): Address => {
    const protocol = name === 'uniswap-v3' ? 'uniswap-v3' : 'uniswap-v2'
    const fork = venues.find(
      (venue) => venue.protocol === protocol && venue.feesPpm.join() === fees && !taken.has(venue.factory),
    )
    const found = venues.find((venue) => venue.name === name) ?? fork
    if (found !== undefined) taken.add(found.factory)
    return found?.factory ?? sandboxGround.factories[name]
  }
  return {
    'uniswap-v2': place('uniswap-v2', '3000'),
    'sushi-v2': place('sushi-v2', '3000'),
    'uniswap-v3': place('uniswap-v3', '100,500,3000,10000'),
  }
}

const symbolOf = (token: SandboxToken): string => (token === 'fake USDC' ? 'USDC' : token)
