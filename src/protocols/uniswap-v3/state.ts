/** A concentrated-liquidity pool, as much of it as a swap can see. */
export interface State {
  /** √(token1 / token0), Q64.96; 0 in a pool that nobody has initialised. */
  readonly sqrtPriceX96: bigint
  /** The pool's own: one below the price's tick after the price fell to exactly that tick. */
  readonly tick: number
  /** In range at `tick`. */
  readonly liquidity: bigint
  readonly tickSpacing: number
  /** Taken from what is sold, 0 … 999_999. */
  readonly feePpm: number
  /** Every initialised tick in [`knownFrom`, `knownTo`], ascending. */
  readonly ticks: readonly (readonly [tick: number, liquidityNet: bigint])[]
  readonly knownFrom: number
  readonly knownTo: number
}

/** How many of `ticks` are at or below `tick`. */
export function countUpTo(ticks: State['ticks'], tick: number): number {
  let low = 0
  let high = ticks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ticks[middle] as State['ticks'][number])[0] <= tick) low = middle + 1
    else high = middle
  }
  return low
}
