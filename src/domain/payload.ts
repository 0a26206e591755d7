import type { Network } from '#domain/network'
import type { Address, Amount, Gas, Hex, Ppm, Seconds, Wei } from '#domain/units'

/** What a transaction offers per unit of gas. */
export type GasFees =
  | { readonly type: 2; readonly maxFeePerGas: Wei; readonly maxPriorityFeePerGas: Wei }
  | { readonly type: 0; readonly gasPrice: Wei }

/** Fees set by the user; the chain's own for an absent field. */
export interface FeeOverrides {
  /** The maximum per unit of gas. */
  readonly max: Wei | undefined
  /** Priority fee per gas, part of `max`. */
  readonly tip: Wei | undefined
  /** A transaction of type 0, even if the chain supports type 2. */
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

/** What is told of a transaction around its calldata. Absent is what is not told. */
export interface PayloadFrame {
  /** `none`: it creates a contract. */
  readonly to?: Address | 'none' | undefined
  readonly value?: bigint | undefined
  readonly chainId?: number | undefined
  /** The networks that it may be for. */
  readonly networks: readonly Network[]
}

/** The request in a payload of our router, decoded from its bytes. */
export interface RouterCall {
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Gross: the affiliate fee included. */
  readonly amountIn: Amount
  readonly minimumOut: Amount
  readonly recipient: Address
  readonly deadline: Seconds
  readonly affiliate: { readonly address: Address; readonly fee: Ppm } | undefined
  /** The packed legs. */
  readonly route: Hex
  /** A signed approval of the input token, packed, if it comes with the call. */
  readonly permit?: Hex | undefined
}

/** The highest price of a unit of gas, in wei. */
export const gasPriceOf = (fees: GasFees): Wei => (fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice)

/** The maximum cost of a payload in wei: value plus gas at its highest price. */
export const maxCostOf = ({ value, gasLimit, fees }: Payload): bigint => value + gasLimit * gasPriceOf(fees)

/** One leg of a payload, decoded from its bytes. */
export interface DecodedLeg {
  readonly move: string
  readonly pool: Address
  readonly zeroForOne: boolean
  /** 1 … 2^32, in 2^-32 of the balance of its token at that point. */
  readonly share32: number
  readonly source: 'payer' | 'router' | 'pool'
  readonly destination: 'router' | 'recipient' | 'next-pool'
}

/** The route of a payload, decoded from its bytes. */
export interface PayloadRoute {
  /** The output goes to the router, which then pays the recipient: for every order, and for native currency. */
  readonly throughRouter: boolean
  readonly legs: readonly DecodedLeg[]
}

/** A payload of our router as the request it serves. */
export type DecodedPayload =
  | (PayloadRoute & { readonly entry: 'swap'; readonly call: RouterCall })
  | (PayloadRoute & { readonly entry: 'order'; readonly call: RouterCall; readonly order: DecodedOrder })
  | { readonly entry: 'cancel'; readonly nonces: readonly bigint[] }

/** What a signed order contains besides its swap, whose `amountIn` is all that leaves the sender. */
export interface DecodedOrder {
  readonly sender: Address
  /** For the relayer, in the input token; so is the affiliate's. */
  readonly swapFee: Amount
  readonly affiliate: { readonly address: Address; readonly fee: Amount } | undefined
  readonly nonce: bigint
}
