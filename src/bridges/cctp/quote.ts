import type { BridgeFee } from '#domain/crossing/bridge'
import { amount, ppm } from '#domain/units'

/** Attested as soon as Circle takes the risk, for a fee; or when the burn is final, for none. */
export type Finality = 'fast' | 'final'

export const noFee: BridgeFee = { rate: ppm(0), fixed: amount(0n) }

/** Where the attestation service says what a network's fees are: `GET {service}{path}`. */
export const feesPath = (fromDomain: number, toDomain: number): string => `/v2/burn/USDC/fees/${fromDomain}/${toDomain}`

/** The highest fee that is believed: a hundredth. */
const maxFeePpm = 10_000
const thresholds: Readonly<Record<Finality, number>> = { fast: 1000, final: 2000 }

/**
 * The fee of each finality that is offered. CCTP keeps the fee of a basis point's fractions too, so it is rounded up.
 * @param answer of {@link feesPath}; not believed beyond its shape and {@link maxFeePpm}
 */
export function readFees(answer: unknown): Readonly<Partial<Record<Finality, BridgeFee>>> {
  if (!Array.isArray(answer)) return {}
  const found = (Object.keys(thresholds) as Finality[]).flatMap((finality) => {
    const row: unknown = answer.find((one: unknown) => readField(one, 'finalityThreshold') === thresholds[finality])
    const basisPoints = readField(row, 'minimumFee')
    if (typeof basisPoints !== 'number' || !(basisPoints >= 0)) return []
    const rate = Math.ceil(Number((basisPoints * 100).toFixed(6)))
    return rate > maxFeePpm ? [] : [[finality, { rate: ppm(rate), fixed: amount(0n) }] as const]
  })
  return Object.fromEntries(found)
}

const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/** Fast if that costs at most this much; else the burn is attested when it is final, for its own fee, if there is one. */
const fastWithinPpm = 500

/** @param fees what is offered; none if the service is not known, and then nothing is kept of what is burned */
export function chooseFee(fees: ReturnType<typeof readFees>): {
  readonly finality: Finality
  readonly fee: BridgeFee
} {
  const { fast, final = noFee } = fees
  // a fee above nothing makes the burn a fast one: where finality costs something too, there is no other way
  if (fast !== undefined && (fast.rate <= fastWithinPpm || final.rate > 0)) return { finality: 'fast', fee: fast }
  return { finality: 'final', fee: final }
}

/** As a rule. Finality is a matter of the source network: this is ethereum's. */
export const usualSeconds: Readonly<Record<Finality, number>> = { fast: 60, final: 1200 }
