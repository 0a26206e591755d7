import { keccakWords } from '#amm/keccak'
import { uintOf } from '#domain/getters'
import type { Read } from '#domain/reads'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/words'
import { unlessRefused } from '#math/unless-refused'
import type { Range } from './state.ts'

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

/** How the protocol names native currency. */
export const native = evm('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')

export interface Listed {
  readonly address: Address
  readonly tokens: readonly [Address, Address]
  readonly feePpm: number
}

/** `getAllPools()` of the resolver: every pool there is, four words each. */
export const getAllPools = (resolver: Address): Read<readonly Listed[]> => ({
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

/** `decimals()` of a token; 18 where it does not say. */
export const decimalsOf = (token: Address): Read<number> => {
  const read = uintOf(token, selectors.decimals)
  return { ...read, decode: (answer) => Number(unlessRefused(() => read.decode(answer)) ?? 18n) }
}

export const balanceOf = (token: Address, holder: Address): Read<bigint> =>
  uintOf(token, selectors.balanceOf, addressWord(holder))

export interface Prices extends Range {
  /** The price after the last trade. */
  readonly last: bigint
  /** For supplying and for owing, of each token, 12 decimals. */
  readonly supply: readonly [bigint, bigint]
  readonly owed: readonly [bigint, bigint]
}

/** `getDexPricesAndExchangePrices(address)`, as the pool would reckon with them at this block; zeros where it refuses. */
export const getPrices = (resolver: Address, pool: Address): Read<Prices> => ({
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

/** `estimateSwapIn(address,bool,uint256,uint256)`: what the resolver says of a trade; 0 where it is refused. */
export function estimateSwapIn(resolver: Address, pool: Address, from: 0 | 1, amountIn: bigint): Read<bigint> {
  const words = [addressWord(pool), word(from === 0 ? 1 : 0), word(amountIn), word(0)]
  const read = uintOf(resolver, selectors.estimateSwapIn, ...words)
  return { ...read, decode: (answer) => unlessRefused(() => read.decode(answer)) ?? 0n }
}

/** `readFromStorage(bytes32)` of a pool and of the layer. */
export const wordOf = (of: Address, slot: Hex): Read<bigint> => uintOf(of, selectors.readFromStorage, slot.slice(2))

export interface Constants {
  readonly liquidity: Address
  readonly tokens: readonly [Address, Address]
  /** Where the layer keeps what the pool supplied and owes, of each token, and the token's prices. */
  readonly supply: readonly [bigint, bigint]
  readonly debt: readonly [bigint, bigint]
  readonly prices: readonly [bigint, bigint]
}

/** `constantsView()` */
export const getConstants = (pool: Address): Read<Constants> => ({
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

export interface Scale {
  readonly up: bigint
  readonly down: bigint
}

/** `constantsView2()`: of each token, what makes its amounts those of 12 decimals. */
export const getScales = (pool: Address): Read<readonly [Scale, Scale]> => ({
  to: pool,
  data: callData(selectors.constantsView2),
  decode: (answer) => [
    { up: uintAt(answer, 0), down: uintAt(answer, 1) },
    { up: uintAt(answer, 2), down: uintAt(answer, 3) },
  ],
})

/** The two words of a pool. */
export const poolSlots = { variables: hex(`0x${word(0)}`), variables2: hex(`0x${word(1)}`) }

/** Where the layer keeps what it knows of a token and of a pool's part in it. Source: LiquiditySlotsLink. */
export function layerSlots(pool: Address, token: Address) {
  const of = (mapping: number): Hex => keccakWords(addressWord(token), word(mapping))
  const ofPool = (mapping: number): Hex =>
    keccakWords(addressWord(token), keccakWords(addressWord(pool), word(mapping)).slice(2))
  return { prices: of(5), totals: of(7), supply: ofPool(8), debt: ofPool(9), limits: of(11) }
}
