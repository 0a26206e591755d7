import type { Pool } from '#domain/pools/protocol'
import type { TickRecord } from './load.ts'

/** A concentrated-liquidity pool, as far as a swap depends on it. */
export interface TickState {
  /** √(token1 / token0), Q64.96; 0 in a pool that is not initialized. */
  readonly sqrtPriceX96: bigint
  /** As the pool stores it: one below the price's tick after the price fell to exactly that tick. */
  readonly tick: number
  /** In range at `tick`. */
  readonly liquidity: bigint
  /** Distance in ticks between two neighbouring bits of the pool's bitmap: 1 if it is not compressed. */
  readonly tickSpacing: number
  /** Taken from the input, 0 … 999_999: one fee, or one for each input token. */
  readonly feePpm: number | readonly [token0: number, token1: number]
  /** The pool keeps its ticks in a list: it goes from one to the next and does not round between them. */
  readonly linked?: true
  /** Every initialized tick in [`knownFrom`, `knownTo`], ascending. */
  readonly ticks: readonly (readonly [tick: number, liquidityNet: bigint])[]
  readonly knownFrom: number
  readonly knownTo: number
}

/** The fee of a direction. */
export const getFeePpm = ({ feePpm }: TickState, sellsToken0: boolean): number =>
  typeof feePpm === 'number' ? feePpm : feePpm[sellsToken0 ? 0 : 1]

/** Number of `ticks` at or below `tick`. */
export function countTicksUpTo(ticks: TickState['ticks'], tick: number): number {
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

/** State of a pool with the fee it was created with. */
export const toTickState = ({ kind: _, words: __, ...seen }: TickRecord, { feePpm }: Pool): TickState => ({
  ...seen,
  feePpm,
})

/**
 * State of a pool whose fee is the record's word `index`, in millionths.
 * @throws RangeError if the fee leaves nothing
 */
export const toTickStateWithFee = (record: TickRecord, index: number): TickState =>
  toTickStateWithFees(record, [record.words[index], record.words[index]])

/**
 * State of a pool with a separate fee for each input token, in millionths.
 * @throws RangeError if a fee leaves nothing
 */
export function toTickStateWithFees(
  { kind: _, words: __, ...seen }: TickRecord,
  [ofToken0, ofToken1]: readonly [bigint | undefined, bigint | undefined],
): TickState {
  const [down, up] = [parseFee(ofToken0), parseFee(ofToken1)]
  return { ...seen, feePpm: down === up ? down : [down, up] }
}

function parseFee(fee: bigint | undefined): number {
  if (fee === undefined || fee >= million) throw new RangeError(`a fee of ${fee} millionths is not valid`)
  return Number(fee)
}
