/** Of the base token (0) and the quote token (1). */
export type DodoPair = readonly [bigint, bigint]

export interface DodoState {
  /** Smallest units, each below 2^112. */
  readonly reserves: DodoPair
  /** What the pool would hold of each at its own price; that of the token it is short of follows from the rest. */
  readonly targets: DodoPair
  /** The token of which it holds less than its target; of the other it then has more. */
  readonly short: 0 | 1 | 'neither'
  /** Quote for base at equilibrium, smallest units for smallest units, 18 decimals. */
  readonly price: bigint
  /** How fast the price moves away from it, 18 decimals: 0 never, 10^18 as fast as with constant product. */
  readonly slope: bigint
  /** Taken from the output, 18 decimals: the part that stays in the pool, and the part that leaves it. */
  readonly fees: { readonly pool: bigint; readonly maintainer: bigint }
  /** A vending machine can spend all its quote token, and is always short of base. */
  readonly vending: boolean
  /** Its code is of 2024-01-14 or later: it refuses a payment so large that nothing of the output token would remain. */
  readonly keepsRest?: true
}
