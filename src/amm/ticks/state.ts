import type { Pool } from '#domain/protocol'
import type { TickRecord } from './load.ts'

/** A concentrated-liquidity pool, as much of it as a swap can see. */
export interface TickState {
  /** √(token1 / token0), Q64.96; 0 in a pool that nobody has initialised. */
  readonly sqrtPriceX96: bigint
  /** The pool's own: one below the price's tick after the price fell to exactly that tick. */
  readonly tick: number
  /** In range at `tick`. */
  readonly liquidity: bigint
  /** How far two neighbouring bits of the pool's table are apart in ticks: 1 where the table is not compressed. */
  readonly tickSpacing: number
  /** Taken from what is sold, 0 … 999_999: one, or one for each token that is sold. */
  readonly feePpm: number | readonly [token0: number, token1: number]
  /** The pool keeps its ticks in a list: it goes from one to the next and rounds nowhere between. */
  readonly linked?: true
  /** Every initialised tick in [`knownFrom`, `knownTo`], ascending. */
  readonly ticks: readonly (readonly [tick: number, liquidityNet: bigint])[]
  readonly knownFrom: number
  readonly knownTo: number
}

/** What is taken from the sold token. */
export const feeOf = ({ feePpm }: TickState, sellsToken0: boolean): number =>
  typeof feePpm === 'number' ? feePpm : feePpm[sellsToken0 ? 0 : 1]

/** How many of `ticks` are at or below `tick`. */
export function countUpTo(ticks: TickState['ticks'], tick: number): number {
  let low = 0
  let high = ticks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ticks[middle] as TickState['ticks'][number])[0] <= tick) low = middle + 1
    else high = middle
  }
  return low
}

const million = 1_000_000n

/** What was read of a pool that takes the fee it was made with. */
export const fixedFee = ({ kind: _, words: __, ...seen }: TickRecord, { feePpm }: Pool): TickState => ({
  ...seen,
  feePpm,
})

/**
 * What was read of a pool whose fee is the record's word `index`, in millionths.
 * @throws RangeError where that leaves nothing
 */
export const feeFrom = (record: TickRecord, index: number): TickState =>
  feesFrom(record, [record.words[index], record.words[index]])

/**
 * What was read of a pool that takes a fee of its own of each token that is sold, in millionths.
 * @throws RangeError where one leaves nothing
 */
export function feesFrom(
  { kind: _, words: __, ...seen }: TickRecord,
  [ofToken0, ofToken1]: readonly [bigint | undefined, bigint | undefined],
): TickState {
  const [down, up] = [feeOfWord(ofToken0), feeOfWord(ofToken1)]
  return { ...seen, feePpm: down === up ? down : [down, up] }
}

function feeOfWord(fee: bigint | undefined): number {
  if (fee === undefined || fee >= million) throw new RangeError(`${fee} millionths are no fee`)
  return Number(fee)
}
