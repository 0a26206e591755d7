import type { BinQuestions, BinRecord } from '#domain/bin-questions'
import type { Creations } from '#domain/creations'
import type { Reading } from '#domain/reads'
import type { Address, Amount, Gas, Hex } from '#domain/units'

/** Plain data that is stored and sent with a pool or a venue; `domain/facts` reads it. */
export type Fact = string | number | boolean | bigint | readonly Fact[]
export type Facts = Readonly<Record<string, Fact>>

/** A deployment of a protocol on one network, as the network's data entry states it. */
export interface Venue {
  /** The protocol's `kind`: the name of its folder. */
  readonly protocol: string
  /** What users name it by in `--include`, `liquiditySources` and routes: `uniswap-v3`, `sushi-v2`. */
  readonly name: string
  readonly title: string
  readonly factory: Address
  /** Pool fees the factory makes pools with, parts per million. One for a constant-fee factory. */
  readonly feesPpm: readonly number[]
  /** What else the family has to know of a deployment: other contracts, tick spacings, a fee's scale. Its README says. */
  readonly facts?: Facts
  /** Pools that are known without asking, for families that have no look-up by pair. */
  readonly pools?: readonly KnownPool[]
}

/** A pool as data states it, without the venue it stands under. */
export type KnownPool = Omit<Pool, 'venue'>

export interface Pool {
  readonly venue: Venue
  /**
   * Names it among all pools of the network: its contract. A pool inside a singleton has none and is named by the first
   * 20 bytes of its id; whom to call is said by `move`.
   */
  readonly address: Address
  /** In the pool's own order, 2 … 8 of them. */
  readonly tokens: readonly Address[]
  /** Of what is sold, parts per million. Where it moves or is finer: about what it is, to be shown; the state has the exact one. */
  readonly feePpm: number
  /** What was learned of it when it was found and never changes: flags, ids, scales. Its states are read in one round with them. */
  readonly facts?: Facts
  /** Why it is never traded with, where what it does cannot be worked out exactly. */
  readonly leftOut?: LeftOutReason
  /**
   * The pool that its trades read or move beside itself, where there is one. Of a pool and all that are over it a route uses
   * one at the most: the amounts of each hold for the others as they stand.
   */
  readonly base?: Address
}

/**
 * Why a pool is left out:
 *
 * - `hooks`: code of somebody else's takes part in its swaps
 * - `plugin`: its fee or its swaps are another contract's, which is not known
 * - `transfer_fee`: one of its tokens gives the receiver less than was sent
 * - `paused`: it refuses swaps at this block
 * - `unmodelled`: it is of a kind, or in a state, that is not worked out here
 */
export const leftOutReasons = ['hooks', 'plugin', 'transfer_fee', 'paused', 'unmodelled'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/**
 * What stands behind a family's amounts. Proven: they equal real bytecode, or outputs recorded by others. Otherwise they
 * equal a port of our own and a second derivation, and the family is used only where the user asks for it.
 */
export interface Proof {
  readonly proven: boolean
  /** By what: a contract with its version, or the derivation. */
  readonly by: string
}

/** A trade through one pool: indexes into `pool.tokens`. */
export interface Trade {
  readonly from: number
  readonly to: number
  readonly amountIn: Amount
}

/**
 * How the router carries out one leg: one of its four moves on a pool. A new protocol is one of the first
 * three, or needs one small adapter contract; the router never changes.
 *
 * - `push`: send the input to the pool, work out the output from its reserves, call it
 * - `callback`: call the pool, pay when it calls back
 * - `vault`: unlock a singleton, settle the deltas
 * - `adapter`: send the input to a stateless contract that trades with the pool
 */
export type Move =
  | { readonly move: 'push'; readonly pool: Address; readonly zeroForOne: boolean; readonly feePpm: number }
  | { readonly move: 'callback'; readonly pool: Address; readonly zeroForOne: boolean }
  | VaultMove
  | AdapterMove

/** Through Uniswap v4's PoolManager or a fork of it. Tokens only: pools of native currency have an adapter. */
export interface VaultMove {
  readonly move: 'vault'
  /** The singleton; which of its pools, the rest says. */
  readonly pool: Address
  readonly zeroForOne: boolean
  /** As the pool's key has it, 0 … 2^24 - 1. */
  readonly keyFee: number
  /** -2^23 … 2^23 - 1. */
  readonly tickSpacing: number
  readonly hooks: Address
}

export interface AdapterMove {
  readonly move: 'adapter'
  /** The adapter contract: it is sent the input and called. */
  readonly pool: Address
  /** With whom the adapter trades. */
  readonly target: Address
  /** What the adapter makes of it, 0 … 2^48 - 1. */
  readonly data: number
}

/** A pool as the lens saw it (`chain/lens`): what `fromLens` turns into the adapter's own state. */
export type LensRecord =
  | {
      readonly kind: 2
      readonly reserves: readonly [bigint, bigint]
      /** Two that followed the reserves in the pool's answer, two answers to the family's `more`: as of kind 3. */
      readonly words: readonly bigint[]
    }
  | {
      readonly kind: 3
      readonly sqrtPriceX96: bigint
      readonly tick: number
      readonly liquidity: bigint
      readonly tickSpacing: number
      /** Every initialised tick in [`knownFrom`, `knownTo`] is listed, ascending. */
      readonly knownFrom: number
      readonly knownTo: number
      readonly ticks: readonly (readonly [tick: number, liquidityNet: bigint])[]
      /** Two that followed price and tick in the pool's answer, two answers to `TickQuestions.more`: 0 where there is none, 2^32 - 1 where it is no less. */
      readonly words: readonly bigint[]
    }
  | BinRecord

/**
 * How to ask for the parts of a concentrated pool. Selectors are four bytes. Price and tick are the first two words of an
 * answer; net liquidity is the second.
 */
export interface TickQuestions {
  readonly price: Hex
  readonly liquidity: Hex
  /** Takes the index of a word of 256 ticks. */
  readonly bitmap: Hex
  /** Takes a tick. */
  readonly tick: Hex
  /** How far two bits of the table are apart in ticks: a question or, where it is known, the number. */
  readonly spacing: Hex | number
  /**
   * Of a pool whose ticks name one another: questions for the initialised tick at or below the price and for the one
   * above. Each tick's answer names the one below and the one above in its third and fourth word; at the ends stand the
   * least and the greatest tick there is.
   */
  readonly list?: { readonly below: Hex; readonly above: Hex }
  /** Questions without arguments, two at most, whose first words the state needs. */
  readonly more?: readonly Hex[]
  /**
   * Of a pool that works out its fee anew when a swap begins: the words behind price and tick are read from inside one,
   * which the lens begins and undoes. Questions alone cannot learn them, so without the lens the pool is left out.
   */
  readonly inSwap?: true
}

/** Where a pool lies that is no contract of its own. */
export interface TickPlace {
  /** Whom to ask. */
  readonly to: Address
  /** 32 bytes before the arguments of every question: the pool's id. */
  readonly key: Hex
  readonly spacing: number
}

/** How a factory is asked for the pools of a pair: two tokens and a number of three bytes, signed or not. */
export interface TickLookup {
  readonly selector: Hex
  /** One for each pool that a pair may have; `feePpm` and `facts` as of {@link Pool}. */
  readonly tiers: (venue: Venue) => readonly Tier[]
}

export interface Tier extends Pick<Pool, 'feePpm' | 'facts'> {
  readonly argument: number
}

/** How pools with ticks are asked and looked up. All absent where that is as with Uniswap v3. */
export interface TickAsking {
  readonly questions?: TickQuestions
  readonly lookup?: TickLookup
  /** Of pools inside a singleton: whom to ask. */
  readonly place?: (pool: Pool) => TickPlace
  /** Of pools inside a singleton: those a pair may have, which have a price where there are any. Nothing is looked up. */
  readonly candidates?: (venue: Venue, pair: readonly [Address, Address]) => readonly Pool[]
}

/** How pools of bins are asked and looked up: a look-up answers with its argument first, then the pool. */
export interface BinAsking {
  readonly bins: BinQuestions
  readonly lookup: TickLookup
  /** Bins that are read on each side of the price: as many of them as one answer can hold. */
  readonly reach: Readonly<Record<Extent, number>>
}

/** How the lens reads a family; it looks its pools up as well. */
export type LensReading<State> =
  | {
      readonly kind: 2
      readonly state: (record: LensRecord, pool: Pool) => State
      /** Questions without arguments, two at most, whose first words the state needs. */
      readonly more?: (venue: Venue) => readonly Hex[]
    }
  | ({ readonly kind: 3; readonly state: (record: LensRecord, pool: Pool) => State } & TickAsking)
  | ({ readonly kind: 4; readonly state: (record: LensRecord, pool: Pool) => State | undefined } & BinAsking)

/** How much of a pool is read, where it is usually read in part. */
export type Extent = 'usual' | 'wide' | 'whole'

/** A pool of which more than usual is to be read: what is usual was too narrow. */
export interface Wider {
  readonly pool: Pool
  readonly extent: Exclude<Extent, 'usual'>
}

/**
 * One direction of a pool as the search sees it: stretches of constant liquidity L, in floats of the smallest units. With
 * w = √(marginal output per input, the fee aside), a stretch from W down to w takes L (1/w − 1/W) / kept and gives
 * L (W − w): a constant-product pair is one stretch, a concentrated pool one between two ticks, and any other concave
 * pool can be cut into some. Close to the exact answers, never in their place.
 */
export interface Stretches {
  /** What the fee leaves of the input, above 0 and at most 1. */
  readonly kept: number
  /** W where each stretch begins, falling, and, last, where the final one ends: one more than `liquidity`, or none at all. */
  readonly roots: readonly number[]
  /** 0 in a gap, which is jumped for nothing. */
  readonly liquidity: readonly number[]
  /** Gas of a trade that ends in each stretch; never falls. */
  readonly gas: readonly number[]
  /** False where they end because no more of the pool is known. */
  readonly whole: boolean
  /** By how much the exact output may exceed what a stretch says, in smallest units; nothing where absent. */
  readonly slack?: readonly number[]
}

/**
 * What a liquidity protocol must say about itself. No method does I/O or changes its arguments.
 * A state is plain data (bigints, numbers, strings, arrays): it is stored, compared and replayed.
 */
export interface Protocol<State> {
  readonly kind: string
  readonly proof: Proof
  /** The lens section that reads this family in one call; absent where only multicall can. */
  readonly lens?: LensReading<State>
  /** Finds the pools that trade `pair`, in one round: what it asks goes along with the survey's first questions. */
  find(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]>
  /** How pools are known that `find` cannot ask for: an index of them is made once and kept up. */
  readonly creations?: Creations
  /**
   * Reads the state that `amountOut` needs, in one round unless the lens does it; `undefined` where there is nothing to
   * trade. @throws LeftOut where the pool turns out to be one that cannot be worked out
   */
  load(pool: Pool, extent?: Extent): Reading<State | undefined>
  /** The exact output the chain would give, or `undefined` where the pool cannot take the whole trade. */
  amountOut(state: State, trade: Trade): Amount | undefined
  /** The same in closed form, for the search; it samples `amountOut` and `gas` where an adapter has none. */
  stretches?(state: State, way: Pick<Trade, 'from' | 'to'>): Stretches
  /** The state once `trade` has happened. @throws RangeError where `amountOut` is `undefined`. */
  after(state: State, trade: Trade): State
  /** Gas of this trade as one leg of the router, measured in the sandbox. */
  gas(state: State, trade: Trade): Gas
  /** True where the state was read too narrowly to price `trade`, so that a wider read could. */
  outOfRange(state: State, trade: Trade): boolean
  move(pool: Pool, trade: Trade): Move
}

/** Every adapter by its kind, as `routing`, `encoding` and `chain` receive them. */
export type Protocols = ReadonlyMap<string, Protocol<unknown>>
