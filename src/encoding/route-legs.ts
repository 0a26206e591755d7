import type { AdapterMove, VaultMove } from '#domain/protocol'
import type { Address } from '#domain/units'

/** What every packed leg says, whatever its move. */
interface AnyLeg {
  readonly pool: Address
  readonly zeroForOne: boolean
  /**
   * 1 … 2^32 parts of 2^32: of what is left of the sold amount (`payer`), or of the router's balance (`router`).
   * Always the whole for a leg that finds its input in the pool.
   */
  readonly share32: number
  /**
   * Where the input comes from: `payer` means the sold amount, wherever it is held; `pool` means that the leg before
   * has sent it there.
   */
  readonly source: 'payer' | 'router' | 'pool'
  readonly destination: 'router' | 'recipient' | 'next-pool'
  /** Set where neither the route's head nor the leg before tells it. */
  readonly tokenIn: Address | undefined
}

export interface PushLeg extends AnyLeg {
  readonly move: 'push'
  /** 0 … 999_999. */
  readonly feePpm: number
  /** The token takes a fee on transfer: what the pool received is read from its balance. */
  readonly measured: boolean
}

export interface CallbackLeg extends AnyLeg {
  readonly move: 'callback'
  readonly source: 'payer' | 'router'
}

export interface VaultLeg extends AnyLeg, Omit<VaultMove, 'move' | 'pool'> {
  readonly move: 'vault'
  readonly source: 'payer' | 'router'
  readonly tokenOut: Address
}

export interface AdapterLeg extends AnyLeg, Omit<AdapterMove, 'move' | 'pool'> {
  readonly move: 'adapter'
  /** It has no direction but its tokens'. */
  readonly zeroForOne: false
  readonly tokenOut: Address
}

/** One leg as the router reads it. */
export type RouteLeg = PushLeg | CallbackLeg | VaultLeg | AdapterLeg

/** Whether a packed leg ends with its token: adapters are told theirs, pools know it. */
export function namesToken(leg: { move: RouteLeg['move']; source: RouteLeg['source']; measured?: boolean }): boolean {
  return leg.source === 'router' || (leg.source === 'pool' && (leg.measured === true || leg.move === 'adapter'))
}
