import type { BridgeFee, BridgeRoute, FailureOutcome } from '#domain/crossing/bridge'
import { bridgeRateScale, type CrossOrder, computeBridgePayment } from '#domain/crossing/cross-order'
import { type Amount, amount, evm, million, ppm, seconds } from '#domain/units'

/** Attested as soon as Circle takes the risk, for a fee; or when the burn is final, for none. */
export type Finality = 'fast' | 'final'

export const noFee: BridgeFee = { rate: ppm(0), fixed: amount(0n) }

/** Where the attestation service says what a network's fees are: `GET {service}{path}`. */
export const feesPath = (fromDomain: number, toDomain: number): string =>
  `/v2/burn/USDC/fees/${fromDomain}/${toDomain}`

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

/** A fee as the crossing contract takes it. No fee at all makes the burn one that is attested when it is final. */
export function toBridgeTerms({ rate, fixed }: BridgeFee): Pick<CrossOrder, 'bridgeRate' | 'bridgeFee'> {
  const kept = (bridgeRateScale / million) * (million - BigInt(rate))
  return { bridgeRate: String(kept), bridgeFee: String(fixed) }
}

/**
 * The least that CCTP mints for a deposit: it may keep less than it is offered, and then mints more.
 * @returns units of USDC, rounded down; `undefined` if the fee takes all
 */
export function quoteBridge(deposited: Amount, fee: BridgeFee): Amount | undefined {
  const paid = computeBridgePayment(toBridgeTerms(fee), deposited)
  return paid === undefined ? undefined : amount(paid)
}

/** Who has what, where, if a crossing does not end as quoted. A burn is final: nothing comes back on the source. */
export function listFailures(
  { to, toAsset }: BridgeRoute,
  order: Pick<CrossOrder, 'recipient' | 'receiver'>,
): readonly FailureOutcome[] {
  const there = {
    asset: toAsset.address,
    network: to,
    owner: evm(order.recipient),
    from: seconds(0),
    isAutomatic: false,
  } as const
  const uncompleted: FailureOutcome = { failure: 'nobody_completes', ...there }
  return order.receiver === order.recipient ? [uncompleted] : [uncompleted, { failure: 'swap_fails', ...there }]
}
