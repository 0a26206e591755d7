import { readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { callData, uintAt, word } from '#domain/calls/words'
import type { Address, Hex } from '#domain/units'

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
export const getBalance = (pool: Address, index: number): Read<bigint> =>
  readUint(pool, selectors.balances, word(index))

/** The amplification at this block in the pool's precision: `A()` if that is 1, `A_precise()` otherwise. */
export const getAmplification = (pool: Address, precision: bigint): Read<bigint> =>
  readUint(pool, precision === 1n ? selectors.a : selectors.aPrecise)

/** `future_A()`: the amplification at the end of its ramp, or now. */
export const getFutureA = (pool: Address): Read<bigint> => readUint(pool, selectors.futureA)

/** `fee()`, in 10^-10. */
export const getFee = (pool: Address): Read<bigint> => readUint(pool, selectors.fee)

/** `admin_fee()`, a fraction of the fee in 10^-10. */
export const getAdminFee = (pool: Address): Read<bigint> => readUint(pool, selectors.adminFee)

/** `offpeg_fee_multiplier()`, in 10^-10. */
export const getOffpegMultiplier = (pool: Address): Read<bigint> => readUint(pool, selectors.offpegFeeMultiplier)

/**
 * `stored_rates()`, a list of `count` at the end of the answer: old pools return only the list, new ones its length
 * first.
 */
export const getStoredRates = (pool: Address, count: number): Read<readonly bigint[]> => ({
  to: pool,
  data: callData(selectors.storedRates),
  decode: (answer) => {
    const before = countWords(answer) - count
    if (before !== 0 && before !== 2) throw new RangeError(`stored_rates() has not ${count} rates`)
    return Array.from({ length: count }, (_, i) => uintAt(answer, before + i))
  },
})

/** `get_dy(int128,int128,uint256)`: the pool's quote of a trade; 0 if it refuses. */
export const getDy = createGetDy(selectors.getDy)

/** `get_dy_underlying(int128,int128,uint256)`: the same for a metapool, by indexes of its token and the base pool's. */
export const getDyUnderlying = createGetDy(selectors.getDyUnderlying)

/** `get_virtual_price()`: the value of a share of the pool, 18 decimals; 0 if it refuses. */
export const getVirtualPrice = (pool: Address): Read<bigint> => ({
  to: pool,
  data: callData(selectors.getVirtualPrice),
  decode: decodeOrZero,
})

/** `totalSupply()` of shares. */
export const getTotalSupply = (shares: Address): Read<bigint> => readUint(shares, selectors.totalSupply)

/** `base_virtual_price()`: the metapool's cached rate of a base share. */
export const getCachedRate = (pool: Address): Read<bigint> => readUint(pool, selectors.baseVirtualPrice)

/** `base_cache_updated()`: when that rate was cached, seconds since 1970. */
export const getRateCachedAt = (pool: Address): Read<bigint> => readUint(pool, selectors.baseCacheUpdated)

function createGetDy(selector: string) {
  return (pool: Address, from: number, to: number, amountIn: bigint): Read<bigint> => ({
    to: pool,
    data: callData(selector, word(from), word(to), word(amountIn)),
    decode: decodeOrZero,
  })
}

const decodeOrZero = (answer: Hex): bigint => (countWords(answer) === 1 ? uintAt(answer, 0) : 0n)

const countWords = (answer: Hex): number => (answer.length - 2) / 64
