/** Reads the fees of a venue's pairs: a fork is data. */
import type { Reserves } from '#amm/pairs'
import { hexFact, numberFact, textFact } from '#domain/pools/facts'
import type { Venue } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { type Hex, million } from '#domain/units'

/** Value of `facts.feeFrom` if the fees of token 0 and 1 follow the reserves. */
const behindReserves = 'reserves'

/** Selectors read of a pair in addition to its reserves: its fee, if that has a function, and whether it is stable. */
export const getFeeSelectors = (venue: Venue): readonly Hex[] => [
  ...(textFact(venue, 'feeFrom') === behindReserves ? [] : [hexFact(venue, 'feeFrom')]),
  ...(venue.facts?.['stableFlag'] === undefined ? [] : [hexFact(venue, 'stableFlag')]),
]

/**
 * Fees on the input of token 0 and of token 1, millionths.
 * @param answers to {@link getFeeSelectors}
 * @throws PoolSkippedError for a stable pair; RangeError if the fee exceeds 1, or is not an integer in millionths
 */
export function parseFees(
  venue: Venue,
  { words }: Pick<Reserves, 'words'>,
  answers: readonly bigint[],
): readonly [number, number] {
  const isBehind = textFact(venue, 'feeFrom') === behindReserves
  const isStable = venue.facts?.['stableFlag'] !== undefined && answers[isBehind ? 0 : 1] !== 0n
  if (isStable) throw new PoolSkippedError('unmodelled')
  const [fee0 = 0n, fee1 = 0n] = isBehind ? words : [answers[0], answers[0]]
  const unit = BigInt(numberFact(venue, 'feeUnit'))
  return [toPpm(fee0, unit), toPpm(fee1, unit)]
}

function toPpm(fee: bigint, unit: bigint): number {
  if (fee > unit || million % unit !== 0n) throw new RangeError(`a fee of ${fee} in ${unit}`)
  return Number((fee * million) / unit)
}
