/** A call that a node executed on its newest state, and that nobody signed. */
import type { RevertReason } from '#domain/failures/revert-reason'
import type { DecodedPayload, Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import type { Assumption } from '#domain/trade/dry-run'
import type { Address, Amount, Gas, NetworkName } from '#domain/units'

export type SimulatedTransaction = Pick<Payload, 'from' | 'to' | 'data' | 'value'>

interface SimulationTerms {
  readonly network: NetworkName
  /** Assume nothing. */
  readonly isReal: boolean
  /** A hash or a quote, as `status` takes it, whose swap may be signed: another one next to it could sell twice. */
  readonly held: string | undefined
}

/** A quote's own swap, by a sender, whatever became of the quote; or any transaction. */
export type SimulationQuery = SimulationTerms &
  ({ readonly quote: Quote; readonly sender: Address } | { readonly transaction: SimulatedTransaction })

export interface SimulationReport {
  readonly block: number
  readonly transaction: SimulatedTransaction
  /** A call of our router; `undefined` for any other. */
  readonly read: DecodedPayload | undefined
  readonly sell: Token | undefined
  readonly buy: Token | undefined
  /** `undefined` if nothing was simulated. */
  readonly isGood: boolean | undefined
  /** What our router returned. */
  readonly amountOut: Amount | undefined
  /** `undefined` if no endpoint tells it (`eth_simulateV1`). */
  readonly gasUsed: Gas | undefined
  /** Why it would revert. */
  readonly revert: RevertReason | undefined
  /** Empty if the sender has everything that it needs. */
  readonly assumed: readonly Assumption[]
  /** Why it was not simulated: what the sender lacks, and why that cannot be assumed. */
  readonly unsimulated: string | undefined
}
