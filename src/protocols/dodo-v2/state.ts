/** Of the base token (0) and the quote token (1). */
export type Pair = readonly [bigint, bigint]

export interface State {
  /** Smallest units, each below 2^112. */
  readonly reserves: Pair
  /** What the pool would hold of each if it had its own price; that of the token it is short of follows from the rest. */
  readonly targets: Pair
  /** Of which token it holds less than its target; of the other it then has more. */
  readonly short: 0 | 1 | 'neither'
  /** Quote for base at equilibrium, smallest units for smallest units, 18 decimals. */
  readonly price: bigint
  /** How fast the price leaves that one, 18 decimals: 0 never, 10^18 as fast as with constant product. */
  readonly slope: bigint
  /** Taken from what is bought, 18 decimals: what stays in the pool, and what leaves it. */
  readonly fees: { readonly pool: bigint; readonly maintainer: bigint }
  /** A vending machine has all its quote token to spare, and is always short of base. */
  readonly vending: boolean
}
