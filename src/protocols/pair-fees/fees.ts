/** Where a venue's pairs say what they take: a fork is data. */
import type { Reserves } from '#amm/pairs'
import { hexFact, numberFact, textFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Venue } from '#domain/protocol'
import { type Hex, million } from '#domain/units'

/** Stands for a question in `facts.feeFrom`: the fees of token 0 and 1 follow the reserves. */
const behindReserves = 'reserves'

/** What a pair is asked beside its reserves: its fee, where that is a question, and whether it is a stable one. */
export const questionsOf = (venue: Venue): readonly Hex[] => [
  ...(textFact(venue, 'feeFrom') === behindReserves ? [] : [hexFact(venue, 'feeFrom')]),
  ...(venue.facts?.['stableFlag'] === undefined ? [] : [hexFact(venue, 'stableFlag')]),
]

/**
 * Of what is sold of token 0 and of token 1, millionths.
 * @param answers to {@link questionsOf}
 * @throws LeftOut of a stable pair; RangeError where the fee is more than all, or no whole number of millionths
 */
export function feesOf(
  venue: Venue,
  { words }: Pick<Reserves, 'words'>,
  answers: readonly bigint[],
): readonly [number, number] {
  const isBehind = textFact(venue, 'feeFrom') === behindReserves
  const isStable = venue.facts?.['stableFlag'] !== undefined && answers[isBehind ? 0 : 1] !== 0n
  if (isStable) throw new LeftOut('unmodelled')
  const [fee0 = 0n, fee1 = 0n] = isBehind ? words : [answers[0], answers[0]]
  const unit = BigInt(numberFact(venue, 'feeUnit'))
  return [inPpm(fee0, unit), inPpm(fee1, unit)]
}

function inPpm(fee: bigint, unit: bigint): number {
  if (fee > unit || million % unit !== 0n) throw new RangeError(`a fee of ${fee} in ${unit}`)
  return Number((fee * million) / unit)
}
