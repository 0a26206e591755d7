import type { Address, Hex, Wei } from '#domain/units'

/** What a simulation assumes of an account, instead of its state on the chain; what is absent stays as it is. */
export interface AssumedAccount {
  readonly balance?: Wei
  /** Words by slot, 32 bytes each. */
  readonly storage?: Readonly<Record<Hex, Hex>>
}

/** By address. */
export type AssumedState = Readonly<Record<Address, AssumedAccount>>
