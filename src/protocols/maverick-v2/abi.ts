import { readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressAt, addressWord, callData, intAt, uintAt, word } from '#domain/calls/words'
import type { Address, Hex } from '#domain/units'
import type { Tick } from './state.ts'
import type { Edges } from './tick-math.ts'

const selectors = {
  lookup: '0xe262790d',
  getTicksAroundActiveWLiquidity: '0xd00bbce4',
  tickSpacing: '0xd0c93a7c',
  tokenAScale: '0x3ab72c10',
  tokenBScale: '0x21272d4c',
} as const

/** `lookup(address,address,uint256,uint256)`: the permissionless pools of token A and token B, the oldest. */
export const getPools = (factory: Address, a: Address, b: Address, max: number): Read<readonly Address[]> => ({
  to: factory,
  data: callData(selectors.lookup, addressWord(a), addressWord(b), word(0), word(max)),
  decode: (answer) => decodeList(answer, 0, (at) => addressAt(answer, at)),
})

/** `tickSpacing()` */
export const getSpacing = (pool: Address): Read<number> => {
  const read = readUint(pool, selectors.tickSpacing)
  return { ...read, decode: (answer) => Number(read.decode(answer)) }
}

/** `tokenAScale()` and `tokenBScale()`: factors that scale amounts to 18 decimals. */
export const getScales = (pool: Address): readonly [Read<bigint>, Read<bigint>] => [
  readUint(pool, selectors.tokenAScale),
  readUint(pool, selectors.tokenBScale),
]

/** A tick as the lens returns it, with its values computed from the reserves. */
export interface MaverickTickReading extends Edges {
  readonly tick: Tick
  readonly liquidity: bigint
}

/** A pool as Maverick's lens returns it. */
export interface MaverickReading {
  readonly ticks: readonly MaverickTickReading[]
  readonly reserves: readonly [bigint, bigint]
  /** In ticks with 8 decimals, as the price below it. */
  readonly mean: bigint
  readonly lastPrice: bigint
  readonly activeTick: number
  readonly protocolShare: bigint
  /** √price in the active tick. */
  readonly price: bigint
  readonly feesE18: readonly [bigint, bigint]
}

/**
 * `getTicksAroundActiveWLiquidity(address,int32)`: the pool's state, and every non-empty tick within the radius of the
 * active one.
 */
export const getTicks = (lens: Address, pool: Address, radius: number): Read<MaverickReading> => ({
  to: lens,
  data: callData(selectors.getTicksAroundActiveWLiquidity, addressWord(pool), word(radius)),
  decode: decodeReading,
})

/** Five lists, nine words of the pool's state, the price and both fees. */
function decodeReading(answer: Hex): MaverickReading {
  const ids = decodeList(answer, 0, (at) => Number(intAt(answer, at)))
  const states = decodeList(answer, 1, (at) => at, tickWords)
  const [liquidities = [], lowers = [], uppers = []] = [2, 3, 4].map((list) =>
    decodeList(answer, list, (at) => uintAt(answer, at)),
  )
  return {
    ticks: ids.map((id, i) => ({
      tick: decodeTick(answer, states[i] ?? 0, id),
      liquidity: liquidities[i] ?? 0n,
      lower: lowers[i] ?? 0n,
      upper: uppers[i] ?? 0n,
    })),
    reserves: [uintAt(answer, 5), uintAt(answer, 6)],
    mean: intAt(answer, 7),
    lastPrice: intAt(answer, 8),
    activeTick: Number(intAt(answer, 10)),
    protocolShare: uintAt(answer, 13),
    price: uintAt(answer, 14),
    feesE18: [uintAt(answer, 15), uintAt(answer, 16)],
  }
}

/** Two reserves, a supply, and the bins of four kinds. */
const tickWords = 7

function decodeTick(answer: Hex, at: number, id: number): Tick {
  const kinds = [0, 1, 2, 3].filter((kind) => uintAt(answer, at + 3 + kind) > 0n)
  return [id, uintAt(answer, at), uintAt(answer, at + 1), kinds.reduce((all, kind) => all | (1 << kind), 0)]
}

/** A list whose offset is the word at `index`, of values of `words` words each. */
function decodeList<T>(answer: Hex, index: number, read: (at: number) => T, words = 1): readonly T[] {
  const start = Number(uintAt(answer, index)) / 32
  return Array.from({ length: Number(uintAt(answer, start)) }, (_, i) => read(start + 1 + i * words))
}
