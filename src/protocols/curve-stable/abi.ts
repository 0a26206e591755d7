import { uintOf } from '#domain/getters'
import type { Read } from '#domain/reads'
import type { Address, Hex } from '#domain/units'
import { callData, uintAt, word } from '#domain/words'

const selectors = {
  balances: '0x4903b0d1',
  a: '0xf446c1d0',
  aPrecise: '0x76a2f0f0',
  futureA: '0xb4b577ad',
  fee: '0xddca3f43',
  adminFee: '0xfee3f7f9',
  storedRates: '0xfd0684b1',
  offpegFeeMultiplier: '0x8edfdd5f',
  getDy: '0x5e0d443f',
  getDyUnderlying: '0x07211ef7',
  getVirtualPrice: '0xbb7b8b80',
  totalSupply: '0x18160ddd',
  baseVirtualPrice: '0x95ccc02f',
  baseCacheUpdated: '0x8296f84f',
} as const

/** `balances(uint256)`: what the pool counts as its own of a token. */
export const balanceOf = (pool: Address, index: number): Read<bigint> => uintOf(pool, selectors.balances, word(index))

/** The amplification at this block in the pool's precision: `A()` where that is 1, `A_precise()` otherwise. */
export const amplificationOf = (pool: Address, precision: bigint): Read<bigint> =>
  uintOf(pool, precision === 1n ? selectors.a : selectors.aPrecise)

/** `future_A()`: where the amplification goes or is. */
export const futureA = (pool: Address): Read<bigint> => uintOf(pool, selectors.futureA)

/** `fee()`, in 10^-10. */
export const feeOf = (pool: Address): Read<bigint> => uintOf(pool, selectors.fee)

/** `admin_fee()`, a part of the fee in 10^-10. */
export const adminFeeOf = (pool: Address): Read<bigint> => uintOf(pool, selectors.adminFee)

/** `offpeg_fee_multiplier()`, in 10^-10. */
export const offpegOf = (pool: Address): Read<bigint> => uintOf(pool, selectors.offpegFeeMultiplier)

/** `stored_rates()`, a list of `count` at the end of the answer: old pools answer with it alone, new ones with its length before. */
export const storedRates = (pool: Address, count: number): Read<readonly bigint[]> => ({
  to: pool,
  data: callData(selectors.storedRates),
  decode: (answer) => {
    const before = wordsOf(answer) - count
    if (before !== 0 && before !== 2) throw new RangeError(`stored_rates() has not ${count} rates`)
    return Array.from({ length: count }, (_, i) => uintAt(answer, before + i))
  },
})

/** `get_dy(int128,int128,uint256)`: what the pool says a trade gives; 0 where it refuses. */
export const getDy = saidOf(selectors.getDy)

/** `get_dy_underlying(int128,int128,uint256)`: the same of a pool over another, by indexes of its token and those below. */
export const getDyUnderlying = saidOf(selectors.getDyUnderlying)

/** `get_virtual_price()`: what a share of the pool is worth, 18 decimals; 0 where it refuses. */
export const virtualPriceOf = (pool: Address): Read<bigint> => ({
  to: pool,
  data: callData(selectors.getVirtualPrice),
  decode: orNothing,
})

/** `totalSupply()` of shares. */
export const supplyOf = (shares: Address): Read<bigint> => uintOf(shares, selectors.totalSupply)

/** `base_virtual_price()`: the rate of a share below that the pool keeps. */
export const keptRate = (pool: Address): Read<bigint> => uintOf(pool, selectors.baseVirtualPrice)

/** `base_cache_updated()`: when that was the rate, seconds since 1970. */
export const keptSince = (pool: Address): Read<bigint> => uintOf(pool, selectors.baseCacheUpdated)

function saidOf(selector: string) {
  return (pool: Address, from: number, to: number, amountIn: bigint): Read<bigint> => ({
    to: pool,
    data: callData(selector, word(from), word(to), word(amountIn)),
    decode: orNothing,
  })
}

const orNothing = (answer: Hex): bigint => (wordsOf(answer) === 1 ? uintAt(answer, 0) : 0n)

const wordsOf = (answer: Hex): number => (answer.length - 2) / 64
