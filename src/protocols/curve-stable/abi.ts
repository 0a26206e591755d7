import { uintOf } from '#domain/getters'
import type { Read } from '#domain/reads'
import type { Address, Hex } from '#domain/units'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/words'
import { unlessRefused } from '#math/unless-refused'

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
  getCoins: '0x9ac90d3d',
  getDecimals: '0x52b51555',
  getPoolAssetTypes: '0xa80f2464',
  isMeta: '0xe4d332a9',
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
export const getDy = (pool: Address, from: number, to: number, amountIn: bigint): Read<bigint> => ({
  to: pool,
  data: callData(selectors.getDy, word(from), word(to), word(amountIn)),
  decode: (answer) => (wordsOf(answer) === 1 ? uintAt(answer, 0) : 0n),
})

/** What a factory and a pool say of what the pool is made of. */
export interface Made {
  /** `get_coins(address)`, in the pool's order. */
  readonly tokens: readonly Address[]
  /** `get_decimals(address)` */
  readonly decimals: readonly number[]
  /** `get_pool_asset_types(address)`: 0 plain, 1 with a rate, 2 rebasing, 3 a vault's shares. */
  readonly assetTypes: readonly number[]
  /** `is_meta(address)`: whether one of its tokens is a share of another pool. */
  readonly isMeta: boolean
  /** `fee()`, in 10^-10. */
  readonly feeE10: bigint
}

/** The parts of {@link Made}, a read each; a part that cannot be read is not there. */
export function madeOf(factory: Address, pool: Address): readonly Read<Partial<Made>>[] {
  const of = (selector: string, decode: (answer: Hex) => Partial<Made>): Read<Partial<Made>> => ({
    to: factory,
    data: callData(selector, addressWord(pool)),
    decode: (answer) => unlessRefused(() => decode(answer)) ?? {},
  })
  return [
    of(selectors.getCoins, (answer) => ({ tokens: listIn(answer, addressAt) })),
    of(selectors.getDecimals, (answer) => ({ decimals: listIn(answer, uintAt).map(Number) })),
    of(selectors.getPoolAssetTypes, (answer) => ({ assetTypes: listIn(answer, uintAt).map(Number) })),
    of(selectors.isMeta, (answer) => ({ isMeta: uintAt(answer, 0) !== 0n })),
    { ...feeOf(pool), decode: (answer) => ({ feeE10: uintAt(answer, 0) }) },
  ]
}

const wordsOf = (answer: Hex): number => (answer.length - 2) / 64

/** A list of any length, the only thing that is answered. */
const listIn = <T>(answer: Hex, at: (answer: Hex, index: number) => T): readonly T[] =>
  Array.from({ length: Number(uintAt(answer, 1)) }, (_, i) => at(answer, 2 + i))
