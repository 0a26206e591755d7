import type { Address, Amount, Gas, Hex, Ppm, Seconds, Wei } from '#domain/units'

/** What a transaction offers for a unit of gas. */
export type GasFees =
  | { readonly type: 2; readonly maxFeePerGas: Wei; readonly maxPriorityFeePerGas: Wei }
  | { readonly type: 0; readonly gasPrice: Wei }

/** What a user insists on; the chain's own where a field is absent. */
export interface FeeWishes {
  /** The most for a unit of gas. */
  readonly most: Wei | undefined
  /** Of that, for whoever makes the block. */
  readonly tip: Wei | undefined
  /** A transaction of type 0, also where the chain knows type 2. */
  readonly legacy: boolean
}

/** A transaction that only lacks its nonce and signature. */
export interface Payload {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly value: Wei
  readonly chainId: number
  readonly gasLimit: Gas
  readonly fees: GasFees
}

/** What a payload of our router asks for, read back out of its bytes. */
export interface RouterCall {
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Gross: the affiliate's part included. */
  readonly amountIn: Amount
  readonly minimumOut: Amount
  readonly recipient: Address
  readonly deadline: Seconds
  readonly affiliate: { readonly address: Address; readonly fee: Ppm } | undefined
  /** The packed legs. */
  readonly route: Hex
  /** A signed approval of the sold token, packed, where it comes with the call. */
  readonly permit?: Hex | undefined
}

/** The highest price a unit of gas may cost, in wei. */
export const gasPriceOf = (fees: GasFees): Wei => (fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice)

/** The most a payload may cost in wei: value and gas at its highest price. */
export const highestCost = ({ value, gasLimit, fees }: Payload): bigint => value + gasLimit * gasPriceOf(fees)

/** One leg of a payload, read back out of its bytes. */
export interface ReadLeg {
  readonly move: string
  readonly pool: Address
  readonly zeroForOne: boolean
  /** 1 … 2^32 parts of 2^32 of what is held of its token at that point. */
  readonly share32: number
  readonly source: 'payer' | 'router' | 'pool'
  readonly destination: 'router' | 'recipient' | 'next-pool'
}

/** A payload of our router as the request it serves. */
export type ReadPayload =
  | { readonly entry: 'swap'; readonly call: RouterCall; readonly legs: readonly ReadLeg[] }
  | { readonly entry: 'order'; readonly call: RouterCall; readonly order: ReadOrder; readonly legs: readonly ReadLeg[] }
  | { readonly entry: 'cancel'; readonly nonces: readonly bigint[] }

/** What a signed order says beside the swap it asks for, whose `amountIn` is all that leaves the sender. */
export interface ReadOrder {
  readonly sender: Address
  /** For whoever brings it to the chain, in the sold token; so is the affiliate's. */
  readonly swapFee: Amount
  readonly affiliate: { readonly address: Address; readonly fee: Amount } | undefined
  readonly nonce: bigint
}
