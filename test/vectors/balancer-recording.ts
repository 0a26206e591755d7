/** A recording of balancer/balancer-maths as written in its files. */

export interface Swap {
  readonly swapKind: 0 | 1
  readonly amountRaw: string
  readonly tokenIn: string
  readonly tokenOut: string
  readonly outputRaw: string
}

export interface RecordedPool {
  readonly chainId: string
  readonly blockNumber: string
  readonly poolType: string
  readonly tokens: readonly string[]
  readonly [field: string]: unknown
}

export const tradeWords = ({ swapKind, amountRaw, tokenIn, tokenOut }: Swap): string =>
  swapKind === 0 ? `${amountRaw} of ${tokenIn} for ${tokenOut}` : `${amountRaw} of ${tokenOut} from ${tokenIn}`

export const number = (value: unknown): bigint => BigInt(value as string)
