/** How the lens reads pools with ticks. */
import { type Address, type Hex, hex } from '#domain/units'

/**
 * How to read the parts of a concentrated pool. Selectors are four bytes. Price and tick are the first two words of an
 * answer; net liquidity is the second.
 */
export interface TickSelectors {
  readonly price: Hex
  readonly liquidity: Hex
  /** Takes the index of a word of 256 ticks. */
  readonly bitmap: Hex
  /** Takes a tick. */
  readonly tick: Hex
  /** How far two bits of the table are apart in ticks: a selector or, if known, the number. */
  readonly spacing: Hex | number
  /**
   * For a pool with linked ticks: selectors of the initialised tick at or below the price and of the one above. Each
   * tick's answer names the one below and the one above in its third and fourth word; the ends are the lowest and the
   * highest possible tick.
   */
  readonly list?: { readonly below: Hex; readonly above: Hex }
  /** Selectors without arguments, at most two, whose first words the state needs. */
  readonly more?: readonly Hex[]
  /**
   * For a pool that recomputes its fee when a swap begins: the words after price and tick are read inside a swap that
   * the lens starts and reverts. Getters alone cannot tell them, so without the lens the pool is skipped.
   */
  readonly inSwap?: true
}

/** The location of a pool that is not a contract of its own. */
export interface TickLocation {
  /** The contract to call. */
  readonly to: Address
  /** 32 bytes before the arguments of every call: the pool's id. */
  readonly key: Hex
  readonly spacing: number
}

/** The getters of a Uniswap v3 pool: `slot0`, `liquidity`, `tickBitmap`, `ticks`, `tickSpacing`. */
export const uniswapSelectors: TickSelectors = {
  price: hex('0x3850c7bd'),
  liquidity: hex('0x1a686502'),
  bitmap: hex('0x5339c296'),
  tick: hex('0xf30dba93'),
  spacing: hex('0xd0c93a7c'),
}
