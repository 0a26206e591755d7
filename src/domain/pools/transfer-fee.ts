/** What a fee-on-transfer token keeps of an amount that is sent. */

/** A part of the amount, rounded to whole units. */
export interface TransferFee {
  /** Millionths: 0 … 999_999. */
  readonly ppm: number
  readonly roundsUp: boolean
}

/** A token's fees as measured at one pool. */
export interface TransferFees {
  /** Of what the pool sends. */
  readonly bought: TransferFee
  /** Of what the pool receives. */
  readonly sold: TransferFee
}

const million = 1_000_000n

/** What arrives of an amount. */
export function applyTransferFee({ ppm, roundsUp }: TransferFee, sent: bigint): bigint {
  const parts = sent * BigInt(ppm)
  return sent - (roundsUp ? parts + million - 1n : parts) / million
}

export interface MeasuredTransfer {
  readonly sent: bigint
  readonly arrived: bigint
}

/**
 * The one rule that explains all measured transfers to the unit; `undefined` if none does. An amount of less than a
 * million units, or a multiple of a million, cannot tell rules apart and explains nothing.
 */
export function findTransferFee(measured: readonly MeasuredTransfer[]): TransferFee | undefined {
  const [first] = measured
  if (first === undefined || measured.some(({ sent }) => sent < million || sent % million === 0n)) return undefined
  const kept = (first.sent - first.arrived) * million
  const [lower, upper] = [kept / first.sent, (kept + first.sent - 1n) / first.sent]
  const rules = [
    { ppm: Number(upper), roundsUp: false },
    { ppm: Number(lower), roundsUp: true },
  ]
  return rules.find(
    (rule) =>
      rule.ppm >= 0 &&
      rule.ppm < Number(million) &&
      measured.every(({ sent, arrived }) => applyTransferFee(rule, sent) === arrived),
  )
}
