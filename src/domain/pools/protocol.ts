import type { Reading } from '#domain/calls/reads'
import type { BinRecord, BinSelectors } from '#domain/pools/bin-selectors'
import type { PoolCreations } from '#domain/pools/creations'
import type { TickLocation, TickSelectors } from '#domain/pools/tick-selectors'
import type { TransferFees } from '#domain/pools/transfer-fee'
import type { Address, Amount, Gas, Hex } from '#domain/units'

/** Plain data that is stored and sent with a pool or a venue; `domain/facts` reads it. */
export type Fact = string | number | boolean | bigint | readonly Fact[]
export type Facts = Readonly<Record<string, Fact>>

/** A deployment of a protocol on one network, as the network's data entry states it. */
export interface Venue {
  /** The protocol's `kind`: the name of its folder. */
  readonly protocol: string
  /** Its name in `--include`, `liquiditySources` and routes: `uniswap-v3`, `sushi-v2`. */
  readonly name: string
  readonly title: string
  readonly factory: Address
  /** Pool fees the factory creates pools with, parts per million. One for a constant-fee factory. */
  readonly feesPpm: readonly number[]
  /** What else the family needs of a deployment: other contracts, tick spacings, a fee's scale; see its README. */
  readonly facts?: Facts
  /** Pools known without a call, for families that have no look-up by pair. */
  readonly pools?: readonly KnownPool[]
  /** Where family and addresses are from, if that is less than certain. */
  readonly evidence?: Evidence
}

/** Of a stated fact that no chain was asked about. A swap by a wrong one is simulated before it is signed, and fails. */
export interface Evidence {
  readonly confidence: 'medium' | 'low'
  /** A published file: repository, commit, path. */
  readonly source: string
}

/** A pool as data states it, without the venue that lists it. */
export type KnownPool = Omit<Pool, 'venue'>

export interface Pool {
  readonly venue: Venue
  /**
   * Identifies it among all pools of the network: its contract. A pool inside a singleton has none and is identified by
   * the first 20 bytes of its id; `move` gives the contract to call.
   */
  readonly address: Address
  /** In the pool's own order, 2 … 8 of them. */
  readonly tokens: readonly Address[]
  /** Of the input, parts per million. If it moves or is finer: approximate, for display; the state is exact. */
  readonly feePpm: number
  /** Facts learned at discovery that never change: flags, ids, scales. Its states are read in one round with them. */
  readonly facts?: Facts
  /** Why it is never traded with: it is not modelled exactly. */
  readonly skipReason?: SkipReason
  /**
   * The pool that its trades read or move in addition to itself, if any. A route uses at most one of a pool and those
   * on top of it: the amounts of each hold only while the others do not move.
   */
  readonly base?: Address
  /**
   * Those of its tokens that take a fee on transfer. Its state counts the fees, which are measured again with every
   * survey; the router measures what the pool has received.
   */
  readonly feeOnTransfer?: readonly Address[]
}

/**
 * Why a pool is skipped:
 * - `hooks`: third-party code takes part in its swaps
 * - `plugin`: its fee or its swaps are another contract's, which is not known
 * - `transfer_fee`: one of its tokens is fee-on-transfer, and its fee or the family's way of paying is not exact
 * - `paused`: it refuses swaps at this block
 * - `unmodelled`: its kind, or its state, is not modelled
 */
export const skipReasons = ['hooks', 'plugin', 'transfer_fee', 'paused', 'unmodelled'] as const
export type SkipReason = (typeof skipReasons)[number]

/**
 * The evidence for a family's amounts. Proven: they equal real bytecode, or outputs recorded from the project's own
 * contracts. Otherwise they equal a port of our own and a second derivation, and the family is used only if the user
 * asks for it.
 */
export interface Proof {
  readonly proven: boolean
  /** The evidence: a contract with its version, or the derivation. */
  readonly by: string
}

/** A trade through one pool: indexes into `pool.tokens`. */
export interface Trade {
  readonly from: number
  readonly to: number
  readonly amountIn: Amount
}

/**
 * How the router executes one leg: one of its four moves on a pool. A new protocol is one of the first three, or needs
 * one small adapter contract; the router never changes.
 * - `push`: send the input to the pool, compute the output from its reserves, call it
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
  /** The singleton; the other members tell which of its pools. */
  readonly pool: Address
  readonly zeroForOne: boolean
  /** The fee in the pool's key, 0 … 2^24 - 1. */
  readonly keyFee: number
  /** -2^23 … 2^23 - 1. */
  readonly tickSpacing: number
  readonly hooks: Address
}

export interface AdapterMove {
  readonly move: 'adapter'
  /** The adapter contract: it is sent the input and called. */
  readonly pool: Address
  /** The contract that the adapter trades with. */
  readonly target: Address
  /** Interpreted by the adapter, 0 … 2^48 - 1. */
  readonly data: number
}

/** A pool as the lens read it (`chain/lens`): `fromLens` turns it into the adapter's own state. */
export type LensRecord =
  | {
      readonly kind: 2
      readonly reserves: readonly [bigint, bigint]
      /** Two words after the reserves in the pool's answer, two answers to the family's `more`: as for kind 3. */
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
      /**
       * Two words after price and tick in the answer, two answers to `TickSelectors.more`: 0 if absent, at most 2^32 -
       * 1.
       */
      readonly words: readonly bigint[]
    }
  | BinRecord

/** How a factory is called for the pools of a pair: two tokens and a number of three bytes, signed or not. */
export interface TickLookup {
  readonly selector: Hex
  /** One for each pool that a pair may have; `feePpm` and `facts` as in {@link Pool}. */
  readonly tiers: (venue: Venue) => readonly Tier[]
}

export interface Tier extends Pick<Pool, 'feePpm' | 'facts'> {
  readonly argument: number
}

/** How pools with ticks are read and looked up. Members that are absent are as in Uniswap v3. */
export interface TickAccess {
  readonly selectors?: TickSelectors
  readonly lookup?: TickLookup
  /** For pools inside a singleton: the contract to call. */
  readonly locate?: (pool: Pool) => TickLocation
  /** For pools inside a singleton: the possible pools of a pair; one exists if it has a price. There is no look-up. */
  readonly candidates?: (venue: Venue, pair: readonly [Address, Address]) => readonly Pool[]
}

/** How pools of bins are read and looked up: a look-up answers with its argument first, then the pool. */
export interface BinAccess {
  readonly bins: BinSelectors
  readonly lookup: TickLookup
  /** Bins that are read on each side of the price: as many as one answer can hold. */
  readonly reach: Readonly<Record<Extent, number>>
}

/** How the lens reads a family and looks up its pools. */
export type LensReading<State> =
  | {
      readonly kind: 2
      readonly state: (record: LensRecord, pool: Pool) => State
      /** Selectors without arguments, at most two, whose first words the state needs. */
      readonly more?: (venue: Venue) => readonly Hex[]
    }
  | ({ readonly kind: 3; readonly state: (record: LensRecord, pool: Pool) => State } & TickAccess)
  | ({ readonly kind: 4; readonly state: (record: LensRecord, pool: Pool) => State | undefined } & BinAccess)

/** How much of a pool is read, if it is usually read in part. */
export type Extent = 'usual' | 'wide' | 'whole'

/** A pool of which more than usual must be read: the usual part was too narrow. */
export interface WiderRead {
  readonly pool: Pool
  readonly extent: Exclude<Extent, 'usual'>
}

/** One direction of a pool. */
export interface SegmentsRequest extends Pick<Trade, 'from' | 'to'> {
  /**
   * No more than this is sold, in smallest units: beyond it, a curve may be cut into a few wide segments, whose slack
   * says how much more it may give. Absent: precise up to the end.
   */
  readonly maxInput?: number | undefined
}

/**
 * One direction of a pool as the search sees it: segments of constant liquidity L, in floats of the smallest units.
 * With w = √(marginal output per input, before the fee), a segment from W down to w takes L (1/w − 1/W) / `feeFactor`
 * and gives L (W − w): a constant-product pair is one segment, a concentrated pool one between two ticks, and any other
 * concave pool can be cut into some. Close to the exact answers; never used instead of them.
 */
export interface LiquiditySegments {
  /** The part of the input that remains after the fee, above 0 and at most 1. */
  readonly feeFactor: number
  /**
   * W at the start of each segment, falling, and last the end of the final one: one more than `liquidity`, or none at
   * all.
   */
  readonly sqrtPrices: readonly number[]
  /** 0 in a gap, which is crossed at no cost. */
  readonly liquidity: readonly number[]
  /** Gas of a trade that ends in each segment; never falls. */
  readonly gas: readonly number[]
  /** False if they end because no more of the pool is known. */
  readonly isComplete: boolean
  /** By how much the exact output may exceed a segment's, in smallest units; 0 if absent. */
  readonly slack?: readonly number[]
}

/**
 * Of a trade as a leg: finer than routing needs it, measured on used pools of the sandbox. Gas of routing is the same
 * for all trades of a pool that cross as much.
 */
export interface GasDetail {
  /** Gas beyond `gas`, or below it; 0 by default. */
  readonly beyond: number
  /** Slots of the leg's adapter that are empty before and after, and refunded; 2 by default, none without an adapter. */
  readonly cleared: number
}

/**
 * What a liquidity protocol must define. No method does I/O or changes its arguments. A state is plain data (bigints,
 * numbers, strings, arrays): it is stored, compared and replayed.
 */
export interface Protocol<State> {
  readonly kind: string
  readonly proof: Proof
  /** The lens section that reads this family in one call; absent if only multicall can. */
  readonly lens?: LensReading<State>
  /** Finds the pools that trade `pair`, in one round: its reads go along with the survey's first calls. */
  find(venue: Venue, pair: readonly [Address, Address]): Reading<readonly Pool[]>
  /** For pools that `find` cannot look up: an index of them is built once and kept up to date. */
  readonly creations?: PoolCreations
  /**
   * Reads the state that `amountOut` needs, in one round unless the lens does it; `undefined` if there is nothing to
   * trade. @throws PoolSkippedError if the pool turns out not to be modelled
   */
  load(pool: Pool, extent?: Extent): Reading<State | undefined>
  /**
   * The same state with the transfer fees of the pool's tokens, in their order. Only for families whose move is `push`:
   * the router measures what such a pool received. Inputs are then what is sent, outputs what arrives.
   */
  withTransferFees?(state: State, fees: readonly (TransferFees | undefined)[]): State
  /** The exact output the chain would give, or `undefined` if the pool cannot take the whole trade. */
  amountOut(state: State, trade: Trade): Amount | undefined
  /** The same in closed form, for the search; sampled from `amountOut` and `gas` if an adapter has none. @throws RangeError */
  segments?(state: State, direction: SegmentsRequest): LiquiditySegments
  /** True if a request's `maxInput` saves it work: such pools are cut after all others. */
  readonly hasCurves?: boolean
  /** The state after `trade`. @throws RangeError if `amountOut` is `undefined`. */
  stateAfter(state: State, trade: Trade): State
  /** Gas of this trade as one leg of the router, measured in the sandbox. */
  gas(state: State, trade: Trade): Gas
  /** What `gas` does not tell, for the gas that a quote shows; if absent, {@link GasDetail}'s own defaults. */
  gasDetail?(state: State, trade: Trade, pool: Pool): GasDetail
  /**
   * By how much the trade's gas may rise once others have moved the pool's price by up to `share` of it, 0 … 1, either
   * way; 0 if absent. For limits: what it counts may never happen.
   */
  gasRise?(state: State, trade: Trade, share: number): number
  /** True if the state was read too narrowly to price `trade`, so that a wider read could. */
  isOutOfRange(state: State, trade: Trade): boolean
  move(pool: Pool, trade: Trade): Move
}

/** Every adapter by its kind, as `routing`, `encoding` and `chain` receive them. */
export type Protocols = ReadonlyMap<string, Protocol<unknown>>
