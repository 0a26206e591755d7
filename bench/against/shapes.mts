/** Data that the files of this bench pass to each other. Tokens, pools and jobs are named by their numbers in the set. */

/** A pool set, `poolset/1`; amounts of smallest units are text. */
export interface PoolSet {
  readonly format: string
  readonly name: string
  readonly chainId: number
  readonly block: number | null
  readonly gas: { readonly nativeToken: number; readonly gasPriceWei: string; readonly baseGas: number }
  readonly tokens: readonly Token[]
  readonly pools: readonly Pool[]
  readonly jobs: readonly Job[]
}

export interface Token {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  /** Dollars; neither jobs nor gas are valued in a token without a price. */
  readonly usd?: number | null | undefined
}

export interface PricedToken extends Token {
  readonly usd: number
}

interface AnyPool {
  readonly id: string
  readonly tokens: Pair
  readonly feePpm: number
  readonly gas: number
}

export interface ConstantProductPool extends AnyPool {
  readonly type: 'cp'
  readonly reserves: readonly [string, string]
}

export interface TickedPool extends AnyPool {
  readonly type: 'v3'
  readonly sqrtPriceX96: string
  readonly tick: number
  readonly liquidity: string
  readonly tickSpacing: number
  readonly ticks: readonly (readonly [at: number, net: string])[]
}

export type Pool = ConstantProductPool | TickedPool

/** Two tokens. */
export type Pair = readonly [number, number]

export interface Job {
  readonly tokenIn: number
  readonly tokenOut: number
  readonly amount: string
  readonly usd: number
}

export interface Leg {
  readonly pool: number
  readonly tokenIn: number
  readonly tokenOut: number
  readonly share: number
}

export interface Path {
  readonly amountIn: bigint
  readonly hops: readonly Hop[]
}

export interface Hop {
  readonly pool: number
  readonly tokenOut: number
}

export type Route =
  | { readonly legs: readonly Leg[]; readonly paths?: undefined }
  | { readonly paths: readonly Path[]; readonly legs?: undefined }

export interface Bounds {
  readonly any: bigint
  readonly capped: bigint
}

export interface Limits {
  readonly maxLegs: number
}

/** What a runner returns for a job. */
export interface Answer {
  readonly route: Route
  readonly claimed: bigint
  readonly bounds?: Bounds
  readonly boundMs?: number
}

export type MaybeAnswer = Answer | undefined

export interface OpenedRunner {
  quote(job: Job, limits: Limits): MaybeAnswer | Promise<MaybeAnswer>
}

export interface Runner {
  readonly about: string
  readonly packageName?: string
  readonly maxPools?: number
  readonly heedsLegs?: boolean
  open(set: PoolSet): OpenedRunner | Promise<OpenedRunner>
}

/** What the process of a runner is asked. */
export interface Question {
  readonly index: number
  readonly limits: Limits
  readonly repeat: number
}

/** An answer as the process of a runner reports it. */
export interface TimedAnswer {
  readonly index: number
  readonly ms: number
  readonly provenMs: number
  readonly answer: MaybeAnswer
  readonly fault: string | undefined
}

interface AnyRow {
  readonly index: number
  readonly ms: number
  readonly provenMs?: number
  readonly bounds?: Bounds | undefined
}

interface ExecutedRow extends AnyRow {
  readonly amountOut: bigint
  readonly net: bigint
  readonly legs: number
  readonly claimed: bigint
  readonly fault?: undefined
}

interface FaultyRow extends AnyRow {
  readonly fault: string
  readonly net?: undefined
  readonly legs?: undefined
}

/** A judged answer. */
export type Row = ExecutedRow | FaultyRow

interface UnderCap {
  readonly overCap: boolean
  readonly counts: boolean
}

export type CappedRow = Row & UnderCap
/** A row whose `counts` is true. */
export type CountedRow = ExecutedRow & UnderCap

/** The rows of one runner by job, and why there are no more of them. */
export interface RunnerResult {
  readonly rows: ReadonlyMap<number, CappedRow>
  readonly failed?: string | undefined
}

export type Results = ReadonlyMap<string, RunnerResult>

/** What one runner is asked about a set in a file. */
export interface Task {
  readonly name: string
  readonly file: string
  readonly indexes: readonly number[]
  readonly limits: Limits
  readonly repeat: number
  /** How often all jobs are answered, one after another, before the answers that count. */
  readonly warmUps: number
  readonly limitSeconds: number
}
