import type { LeftOutPool } from '#domain/left-out'
import type { Pool } from '#domain/protocol'
import type { PoolChoice } from '#domain/quote'
import type { PoolReason } from '#domain/quote-record'
import type { Read } from '#domain/reads'
import type { ExactOutRequest, Route, RouteRequest } from '#domain/route'
import type { LivePool, Snapshot } from '#domain/snapshot'
import type { Token } from '#domain/token'
import type { Address, Amount, Hex, Wei } from '#domain/units'

/** The two tokens of a request as it names them, in any order. */
export type Pair = readonly [Address, Address]

/** A question to the routing core over pools it keeps. */
export interface RouteQuestion extends PoolChoice {
  readonly request: RouteRequest | ExactOutRequest
  /** Weighs routes; the block's own where absent. */
  readonly gasPrice: Wei | undefined
}

export interface MarketAnswer {
  /** The hash of the block it is exact over: the newest when it was worked out, not when it was asked for. */
  readonly block: string
  /** `undefined` where no way takes the whole amount and gives something. */
  readonly route: Route | undefined
  /** Pools that were read too narrowly for this trade. */
  readonly narrow: readonly Pool[]
  /** The most that any amount bought which was tried, where none bought enough. */
  readonly mostOut: Amount | undefined
  /** Milliseconds of the search, and of the proof behind it. */
  readonly spent: { readonly search: number; readonly proof: number }
}

/** Why pools are not in a route: by reason their addresses. */
export type Unchosen = readonly { readonly reason: PoolReason; readonly pools: readonly Address[] }[]

/** A question over pools that no market keeps, and all that was to be learned of them. */
export interface OnceAnswer extends MarketAnswer {
  readonly unchosen: Unchosen
}

/** An answer with the states it is exact over. */
export interface Answered extends MarketAnswer {
  readonly snapshot: Snapshot
}

/** What is known of the newest block, and answers without a question to the chain. */
export interface Standing {
  readonly snapshot: Snapshot
  /** The facts of one of the pair's tokens, as its contract said them when the pair was looked for. */
  token(address: Address): Token | undefined
  /**
   * Of this block, or of a newer one that came while it waited. Equal questions of one block get equal answers.
   * `undefined` where the block it is of is forgotten already.
   * @throws `ROUTING_LOST` where the thread that worked on it died or took too long
   */
  find(question: RouteQuestion): Promise<Answered | undefined>
  /** Why the pools that are not in the answer's route are not; `undefined` once there is another block. @throws as `find` */
  explain(question: RouteQuestion, answer: MarketAnswer): Promise<Unchosen | undefined>
  /** Whether questions wait for a thread: what nobody waits for should be left then. */
  busy(): boolean
}

/** What a look at the chain found for a pair. */
export interface Discovery {
  readonly pair: Pair
  readonly tokens: readonly Token[]
  readonly pools: readonly LivePool[]
  /** Looked at again once a block: some reasons pass. */
  readonly leftOut: readonly LeftOutPool[]
}

/** One network's pools, kept warm from block to block as long as somebody asks for them. */
export interface Market {
  /**
   * `undefined` where the pair is not known yet, or another block is wanted than the newest: then ask the chain. Where a
   * known pair waits for its block, or the newest one was not confirmed lately, all who ask wait for one look together.
   */
  standing(pair: Pair, block: number | undefined): Promise<Standing | undefined>
  /** Searched where all questions are, so that nobody else waits for it. @throws as `Standing.find` */
  findOnce(snapshot: Snapshot, request: RouteRequest | ExactOutRequest): Promise<OnceAnswer>
  /** Takes up a pair with the next block that is read. */
  learn(discovery: Discovery): void
  /** Pools there are besides those that were found: whoever asks for a pair that may pass them gets them from the next block on. */
  extend(pools: readonly Pool[]): void
  /** Reads more of these pools from now on: at first to a wider reach, then as a whole. */
  widen(pools: readonly Pool[]): void
  /** As `Chain.read`, with what others ask at the same time in one round trip. */
  read(reads: readonly Read<unknown>[]): Promise<readonly Hex[]>
  /** As `Chain.balance`, together with what is read. */
  balance(address: Address): Promise<Wei>
}
