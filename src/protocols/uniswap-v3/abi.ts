import type { Read } from '#domain/reads'
import { type Address, nativeToken } from '#domain/units'
import { addressAt, addressWord, callData, intAt, uintAt, word } from '#domain/words'

const selectors = {
  getPool: '0x1698ee82',
  slot0: '0x3850c7bd',
  liquidity: '0x1a686502',
  tickSpacing: '0xd0c93a7c',
  tickBitmap: '0x5339c296',
  ticks: '0xf30dba93',
} as const

/** `getPool(address,address,uint24)`: the pool's address, or `undefined` where the factory has made none. */
export const getPool = (factory: Address, a: Address, b: Address, feePpm: number): Read<Address | undefined> => ({
  to: factory,
  data: callData(selectors.getPool, addressWord(a), addressWord(b), word(feePpm)),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})

/** `slot0()`: the price and the tick; forks add words of their own behind them. */
export const slot0 = (pool: Address): Read<{ readonly sqrtPriceX96: bigint; readonly tick: number }> => ({
  to: pool,
  data: callData(selectors.slot0),
  decode: (answer) => ({ sqrtPriceX96: uintAt(answer, 0), tick: Number(intAt(answer, 1)) }),
})

/** `liquidity()`: what is in range at the price. */
export const liquidity = (pool: Address): Read<bigint> => ({
  to: pool,
  data: callData(selectors.liquidity),
  decode: (answer) => uintAt(answer, 0),
})

/** `tickSpacing()`: every initialised tick is a multiple of it. */
export const tickSpacing = (pool: Address): Read<number> => ({
  to: pool,
  data: callData(selectors.tickSpacing),
  decode: (answer) => Number(intAt(answer, 0)),
})

/** `tickBitmap(int16)`: bit b of word w stands for tick (256 · w + b) · spacing. */
export const tickBitmap = (pool: Address, index: number): Read<bigint> => ({
  to: pool,
  data: callData(selectors.tickBitmap, word(index)),
  decode: (answer) => uintAt(answer, 0),
})

/** `ticks(int24)`: the liquidity that comes in range when the price rises past the tick. */
export const liquidityNet = (pool: Address, tick: number): Read<bigint> => ({
  to: pool,
  data: callData(selectors.ticks, word(tick)),
  decode: (answer) => intAt(answer, 1),
})
