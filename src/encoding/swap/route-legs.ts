import type { AdapterMove, VaultMove } from '#domain/pools/protocol'
import type { Address } from '#domain/units'

/** Fields of every packed leg, whatever its move. */
interface RouteLegBase {
  readonly pool: Address
  readonly zeroForOne: boolean
  /**
   * 1 … 2^32 parts of 2^32: of what is left of the input amount (`payer`), or of the router's balance (`router`).
   * Always all for a leg that finds its input in the pool.
   */
  readonly share32: number
  /**
   * Where the input comes from: `payer` means the input amount, wherever it is held; `pool` means that the previous leg
   * has sent it there.
   */
  readonly source: 'payer' | 'router' | 'pool'
  readonly destination: 'router' | 'recipient' | 'next-pool'
  /** Set if neither the route's head nor the previous leg determines it. */
  readonly tokenIn: Address | undefined
}

export interface PushLeg extends RouteLegBase {
  readonly move: 'push'
  /** 0 … 999_999. */
  readonly feePpm: number
  /** The token takes a fee on transfer: the amount the pool received is read from its balance. */
  readonly measured: boolean
}

export interface CallbackLeg extends RouteLegBase {
  readonly move: 'callback'
  readonly source: 'payer' | 'router'
}

export interface VaultLeg extends RouteLegBase, Omit<VaultMove, 'move' | 'pool'> {
  readonly move: 'vault'
  readonly source: 'payer' | 'router'
  readonly tokenOut: Address
}

export interface AdapterLeg extends RouteLegBase, Omit<AdapterMove, 'move' | 'pool'> {
  readonly move: 'adapter'
  /** Its direction follows from its tokens. */
  readonly zeroForOne: false
  readonly tokenOut: Address
}

/** One leg as the router decodes it. */
export type RouteLeg = PushLeg | CallbackLeg | VaultLeg | AdapterLeg

/** True if a packed leg ends with its token: an adapter needs it named, a pool knows it. */
export function hasTokenField(leg: {
  move: RouteLeg['move']
  source: RouteLeg['source']
  measured?: boolean
}): boolean {
  return leg.source === 'router' || (leg.source === 'pool' && (leg.measured === true || leg.move === 'adapter'))
}
