import { keccakWords } from '#amm/keccak'
import { readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import type { FluidRange } from './state.ts'

const selectors = {
  balanceOf: '0x70a08231',
  constantsView: '0xb7791bf2',
  constantsView2: '0x1595cbd3',
  decimals: '0x313ce567',
  estimateSwapIn: '0xbb39e3a1',
  getAllPools: '0xd88ff1f4',
  getDexPricesAndExchangePrices: '0x015f6cfa',
  readFromStorage: '0xb5c736e4',
} as const

/** The protocol's address for native currency. */
export const nativePlaceholder = evm('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')

export interface FluidListedPool {
  readonly address: Address
  readonly tokens: readonly [Address, Address]
  readonly feePpm: number
}

/** `getAllPools()` of the resolver: every pool, four words each. */
export const getAllPools = (resolver: Address): Read<readonly FluidListedPool[]> => ({
  to: resolver,
  data: callData(selectors.getAllPools),
  decode: (answer) =>
    Array.from({ length: Number(uintAt(answer, 1)) }, (_, i) => {
      const at = 2 + 4 * i
      return {
        address: addressAt(answer, at),
        tokens: [addressAt(answer, at + 1), addressAt(answer, at + 2)],
        feePpm: Number(uintAt(answer, at + 3)),
      }
    }),
})

/** `decimals()` of a token; 18 if it does not answer. */
export const getDecimals = (token: Address): Read<number> => {
  const read = readUint(token, selectors.decimals)
  return { ...read, decode: (answer) => Number(undefinedOnRangeError(() => read.decode(answer)) ?? 18n) }
}

export const balanceOf = (token: Address, holder: Address): Read<bigint> =>
  readUint(token, selectors.balanceOf, addressWord(holder))

export interface FluidPrices extends FluidRange {
  /** The price after the last trade. */
  readonly last: bigint
  /** For supply and debt, of each token, 12 decimals. */
  readonly supply: readonly [bigint, bigint]
  readonly owed: readonly [bigint, bigint]
}

/** `getDexPricesAndExchangePrices(address)`, the prices the pool would use at this block; zeros if it refuses. */
export const getPrices = (resolver: Address, pool: Address): Read<FluidPrices> => ({
  to: resolver,
  data: callData(selectors.getDexPricesAndExchangePrices, addressWord(pool)),
  decode: (answer) => ({
    last: uintAt(answer, 0),
    centre: uintAt(answer, 1),
    upper: uintAt(answer, 2),
    lower: uintAt(answer, 3),
    mean: uintAt(answer, 4),
    supply: [uintAt(answer, 5), uintAt(answer, 7)],
    owed: [uintAt(answer, 6), uintAt(answer, 8)],
  }),
})

/** `estimateSwapIn(address,bool,uint256,uint256)`: the resolver's quote of a trade; 0 if it is refused. */
export function estimateSwapIn(resolver: Address, pool: Address, from: 0 | 1, amountIn: bigint): Read<bigint> {
  const words = [addressWord(pool), word(from === 0 ? 1 : 0), word(amountIn), word(0)]
  const read = readUint(resolver, selectors.estimateSwapIn, ...words)
  return { ...read, decode: (answer) => undefinedOnRangeError(() => read.decode(answer)) ?? 0n }
}

/** `readFromStorage(bytes32)` of a pool and of the layer. */
export const readSlot = (of: Address, slot: Hex): Read<bigint> => readUint(of, selectors.readFromStorage, slot.slice(2))

export interface FluidConstants {
  readonly liquidity: Address
  readonly tokens: readonly [Address, Address]
  /** Slots of the layer for the pool's supply and debt, of each token, and for the token's prices. */
  readonly supply: readonly [bigint, bigint]
  readonly debt: readonly [bigint, bigint]
  readonly prices: readonly [bigint, bigint]
}

/** `constantsView()` */
export const getConstants = (pool: Address): Read<FluidConstants> => ({
  to: pool,
  data: callData(selectors.constantsView),
  decode: (answer) => ({
    liquidity: addressAt(answer, 1),
    tokens: [addressAt(answer, 9), addressAt(answer, 10)],
    supply: [uintAt(answer, 11), uintAt(answer, 13)],
    debt: [uintAt(answer, 12), uintAt(answer, 14)],
    prices: [uintAt(answer, 15), uintAt(answer, 16)],
  }),
})

export interface FluidScale {
  readonly up: bigint
  readonly down: bigint
}

/** `constantsView2()`: of each token, the factors that scale its amounts to 12 decimals. */
export const getScales = (pool: Address): Read<readonly [FluidScale, FluidScale]> => ({
  to: pool,
  data: callData(selectors.constantsView2),
  decode: (answer) => [
    { up: uintAt(answer, 0), down: uintAt(answer, 1) },
    { up: uintAt(answer, 2), down: uintAt(answer, 3) },
  ],
})

/** The two words of a pool. */
export const poolSlots = { variables: hex(`0x${word(0)}`), variables2: hex(`0x${word(1)}`) }

/** Slots of the layer for a token and for a pool's positions in it. Source: LiquiditySlotsLink. */
export function computeLayerSlots(pool: Address, token: Address) {
  const of = (mapping: number): Hex => keccakWords(addressWord(token), word(mapping))
  const ofPool = (mapping: number): Hex =>
    keccakWords(addressWord(token), keccakWords(addressWord(pool), word(mapping)).slice(2))
  return { prices: of(5), totals: of(7), supply: ofPool(8), debt: ofPool(9), limits: of(11) }
}
