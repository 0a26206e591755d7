/** What is used of Uniswap's packages, which are installed apart. */

import type { Rules } from '#peers/uniswap-candidates'
import type { PoolSet } from '#shapes'

export interface UniToken {
  readonly address: string
}

export interface UniAmount {
  readonly quotient: { toString(): string }
  readonly currency: UniToken
  multiply(by: number): UniAmount
  divide(by: number): UniAmount
}

export type TokenClass = new (chainId: number, address: string, decimals: number, symbol: string) => UniToken

export interface AmountClass {
  fromRawAmount(token: UniToken, raw: string | number): UniAmount
}

export interface UniPool {
  /** Of pools with ticks. */
  readonly fee?: number
  involvesToken(token: UniToken): boolean
}

export interface UniPair extends UniPool {
  readonly reserve0: UniAmount
  readonly reserve1: UniAmount
}

export type PairClass = new (amount0: UniAmount, amount1: UniAmount) => UniPair

export type PoolClass = new (
  token0: UniToken,
  token1: UniToken,
  fee: number,
  sqrtPriceX96: string,
  liquidity: string,
  tick: number,
  ticks: readonly never[],
) => UniPool

export type UniRoute =
  | { readonly pools: readonly UniPool[]; readonly pairs?: undefined }
  | { readonly pairs: readonly UniPool[]; readonly pools?: undefined }

export interface BigNumberClass {
  from(value: string | number): object
}

/** The package's numbers for a chain. */
export interface Config {
  readonly distributionPercent: number
  readonly maxSwapsPerPath: number
  readonly v2PoolSelection: Rules
  readonly v3PoolSelection: Rules
}

export interface QuotedRoute {
  readonly route: UniRoute
  readonly amount: UniAmount
}

type ComputeRoutes = (from: UniToken, to: UniToken, pools: readonly UniPool[], maxHops: number) => readonly UniRoute[]

export interface AllRoutes {
  readonly computeAllV2Routes: ComputeRoutes
  readonly computeAllV3Routes: ComputeRoutes
}

interface BestRoute {
  readonly routes: readonly QuotedRoute[]
  readonly quote: UniAmount
}

export type GetBestSwapRoute = (
  amount: UniAmount,
  percents: readonly number[],
  quotes: readonly QuotedRoute[],
  type: number,
  chainId: number,
  limits: Config & { readonly minSplits: number; readonly maxSplits: number },
  portion: object,
  ...gasModels: [GasModel, GasModel, GasModel]
) => Promise<BestRoute | null>

type QuoteClass = new (options: object) => QuotedRoute

export interface ValidQuotes {
  readonly V2RouteWithValidQuote: QuoteClass
  readonly V3RouteWithValidQuote: QuoteClass
}

export interface GasModel {
  estimateGasCost(quoted: { readonly route: UniRoute }): object
}

/** A set in the package's format. */
export interface Market {
  readonly set: PoolSet
  readonly load: (path: string) => unknown
  readonly Token: TokenClass
  readonly CurrencyAmount: AmountClass
  readonly exactIn: number
  readonly BigNumber: BigNumberClass
  readonly config: Config
  readonly tokens: readonly UniToken[]
  /** Numbers of pools by value. */
  readonly ranked: readonly number[]
}

export interface OpenedMarket extends Market {
  readonly pools: readonly UniPool[]
  readonly poolIndex: ReadonlyMap<UniPool, number>
}

/** What `@uniswap/v2-sdk` exports. */
export interface V2Sdk {
  readonly Pair: PairClass
  readonly Trade: {
    bestTradeExactIn(
      pairs: readonly UniPair[],
      amount: UniAmount,
      to: UniToken,
      limits: { readonly maxHops: number; readonly maxNumResults: number },
    ): readonly V2Trade[]
  }
}

interface V2Trade {
  readonly route: { readonly path: readonly UniToken[]; readonly pairs: readonly UniPair[] }
  readonly outputAmount: UniAmount
}
