import { readAddress } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/calls/words'
import type { BinProbeAnswer, BinSelectors } from '#domain/pools/bin-selectors'
import { numbersFact } from '#domain/pools/facts'
import type { TickLookup } from '#domain/pools/protocol'
import { type Address, type Hex, hex, nativeToken } from '#domain/units'
import type { Bin, LiquidityBookRules, Volatility } from './state.ts'

const selectors = {
  getLBPairInformation: '0x704037bd',
  getTokenX: '0x05e8746d',
  getActiveId: '0xdbe65edc',
  getStaticFeeParameters: '0x7ca0de30',
  getVariableFeeParameters: '0x8d7024e5',
  getLBHooksParameters: '0x781a8915',
  getBin: '0x0abe9688',
  getNextNonEmptyBin: '0xa41a01fb',
  getSwapOut: '0xe77366f8',
} as const

/** As the lens reads a pair. */
export const binSelectors: BinSelectors = {
  tokenX: hex(selectors.getTokenX),
  active: hex(selectors.getActiveId),
  rules: hex(selectors.getStaticFeeParameters),
  volatility: hex(selectors.getVariableFeeParameters),
  hooks: hex(selectors.getLBHooksParameters),
  bin: hex(selectors.getBin),
  next: hex(selectors.getNextNonEmptyBin),
  swapOut: hex(selectors.getSwapOut),
}

/** For display only: the fee of a trade is read with the state. The base fee of most pairs equals their step. */
const ppmOfStep = 100

/** `getLBPairInformation(address,address,uint256)`, once for every step that the venue states. */
export const stepLookup: TickLookup = {
  selector: hex(selectors.getLBPairInformation),
  tiers: (venue) =>
    numbersFact(venue, 'binSteps').map((binStep) => ({
      argument: binStep,
      feePpm: binStep * ppmOfStep,
      facts: { binStep },
    })),
}

/** `getLBPairInformation(address,address,uint256)`: the pair of two tokens with this step, if the factory has one. */
export const getPair = (
  factory: Address,
  [a, b]: readonly [Address, Address],
  binStep: number,
): Read<Address | undefined> => ({
  to: factory,
  data: callData(selectors.getLBPairInformation, addressWord(a), addressWord(b), word(binStep)),
  decode: (answer) => {
    const found = addressAt(answer, 1)
    return found === nativeToken ? undefined : found
  },
})

/** `getTokenX()` */
export const getTokenX = (pair: Address): Read<Address> => readAddress(pair, selectors.getTokenX)

/** `getActiveId()` */
export const getActiveId = (pair: Address): Read<number> => ({
  to: pair,
  data: callData(selectors.getActiveId),
  decode: (answer) => Number(uintAt(answer, 0)),
})

/** `getStaticFeeParameters()` */
export const getRules = (pair: Address): Read<LiquidityBookRules> => ({
  to: pair,
  data: callData(selectors.getStaticFeeParameters),
  decode: (answer) => ({
    baseFactor: uintAt(answer, 0),
    filterPeriod: uintAt(answer, 1),
    decayPeriod: uintAt(answer, 2),
    reductionFactor: uintAt(answer, 3),
    variableFeeControl: uintAt(answer, 4),
    protocolShare: uintAt(answer, 5),
    mostVolatility: uintAt(answer, 6),
  }),
})

/** `getVariableFeeParameters()`, with the time of the last trade in seconds since 1970. */
export const getVolatility = (pair: Address): Read<Omit<Volatility, 'age'> & { readonly since: bigint }> => ({
  to: pair,
  data: callData(selectors.getVariableFeeParameters),
  decode: (answer) => ({
    accumulator: uintAt(answer, 0),
    reference: uintAt(answer, 1),
    idReference: Number(uintAt(answer, 2)),
    since: uintAt(answer, 3),
  }),
})

/**
 * `getLBHooksParameters()`: true if hooks take part in its swaps. Pairs of v2.1 have neither hooks nor this function.
 */
export const hasSwapHooks = (pair: Address): Read<boolean> => ({
  to: pair,
  data: callData(selectors.getLBHooksParameters),
  decode: (answer) => answer.length === 66 && ((uintAt(answer, 0) >> 160n) & 3n) !== 0n,
})

/** `getBin(uint24)` */
export const getBin = (pair: Address, id: number): Read<Bin> => ({
  to: pair,
  data: callData(selectors.getBin, word(id)),
  decode: (answer) => [id, uintAt(answer, 0), uintAt(answer, 1)],
})

/** `getNextNonEmptyBin(bool,uint24)`: the next bin with any shares, 0 or 2^24 − 1 if there is none. */
export const getNextBin = (pair: Address, sellsX: boolean, id: number): Read<number> => ({
  to: pair,
  data: callData(selectors.getNextNonEmptyBin, word(sellsX ? 1 : 0), word(id)),
  decode: (answer) => Number(uintAt(answer, 0)),
})

/** `getSwapOut(uint128,bool)`; `refused` if it does not answer. */
export const getSwapOut = (pair: Address, amountIn: bigint, sellsX: boolean): Read<BinProbeAnswer | 'refused'> => ({
  to: pair,
  data: callData(selectors.getSwapOut, word(amountIn), word(sellsX ? 1 : 0)),
  decode: (answer) => (isWhole(answer) ? { left: uintAt(answer, 0), out: uintAt(answer, 1) } : 'refused'),
})

const isWhole = (answer: Hex): boolean => answer.length === 2 + 3 * 64
