/** Decodes the words that a pool and the layer store. Source: DexSlotsLink and LiquiditySlotsLink, Variables. */
import { extractBits, extractFlag, unpackBigNumber } from './rounding.ts'
import type { FluidPosition, FluidStoredRatios, FluidTotals } from './state.ts'

const day = 86_400n
/** Default limit on utilization: all. */
const whole = 10_000n
/** The same in the unit of the pools. */
const unlimited = 1_000n

/** The used parts of a pool's first word, which trades update. Prices have 27 decimals. */
export interface FluidVariables {
  readonly older: bigint
  readonly last: bigint
  readonly centre: bigint
  /** Time of the last trade, seconds since 1970. */
  readonly time: bigint
}

export const parseVariables = (word: bigint): FluidVariables => ({
  older: unpackBigNumber(extractBits(word, 1, 40)),
  last: unpackBigNumber(extractBits(word, 41, 40)),
  centre: unpackBigNumber(extractBits(word, 81, 40)),
  time: extractBits(word, 121, 33),
})

/** A pool's second word: its configuration. */
export const parseSetup = (word: bigint) => ({
  collateral: extractFlag(word, 0),
  debt: extractFlag(word, 1),
  feePpm: extractBits(word, 2, 17),
  revenuePercent: extractBits(word, 19, 7),
  width: { above: extractBits(word, 27, 20), below: extractBits(word, 47, 20) },
  /** Range, thresholds or centre are moving to new values. */
  isShifting: extractFlag(word, 26) || extractFlag(word, 67) || extractFlag(word, 248),
  /** How close to an end of the range the centre follows the price, in 10^-3, and in how many seconds. */
  thresholds: {
    above: extractBits(word, 68, 10),
    below: extractBits(word, 78, 10),
    seconds: extractBits(word, 88, 24),
  },
  /** Which contract sets the centre: 0 for none. */
  centreSource: extractBits(word, 112, 30),
  hook: extractBits(word, 142, 30),
  max: unpackBigNumber(extractBits(word, 172, 28)),
  min: unpackBigNumber(extractBits(word, 200, 28)),
  /** Of token 0 and token 1. */
  mostWritten: [parseUtilization(extractBits(word, 228, 10)), parseUtilization(extractBits(word, 238, 10))] as const,
  isPaused: extractFlag(word, 255),
})

export type FluidSetup = ReturnType<typeof parseSetup>

const parseUtilization = (thousandths: bigint): bigint | undefined =>
  thousandths < unlimited ? thousandths * 10n : undefined

/** Absent if the pool may not move it: never configured, or paused. */
export function parseSupply(word: bigint, time: bigint): FluidPosition | undefined {
  if (word === 0n || extractFlag(word, 255)) return undefined
  return { ...parsePosition(word, time), most: 0n }
}

/** As {@link parseSupply}. */
export function parseDebt(word: bigint, time: bigint): FluidPosition | undefined {
  if (word === 0n || extractFlag(word, 255)) return undefined
  return { ...parsePosition(word, time), most: unpackBigNumber(extractBits(word, 218, 18)) }
}

const parsePosition = (word: bigint, time: bigint): Omit<FluidPosition, 'most'> => ({
  withInterest: extractFlag(word, 0),
  amount: unpackBigNumber(extractBits(word, 1, 64)),
  limit: unpackBigNumber(extractBits(word, 65, 64)),
  elapsed: time - extractBits(word, 129, 33),
  expandPercent: extractBits(word, 162, 14),
  expandDuration: extractBits(word, 176, 24),
  base: unpackBigNumber(extractBits(word, 200, 18)),
})

export const parseTotals = (word: bigint): FluidTotals => ({
  suppliedRaw: unpackBigNumber(extractBits(word, 0, 64)),
  suppliedFree: unpackBigNumber(extractBits(word, 64, 64)),
  owedRaw: unpackBigNumber(extractBits(word, 128, 64)),
  owedFree: unpackBigNumber(extractBits(word, 192, 64)),
})

/** @param word of the token's prices */
export const parseRatios = (word: bigint, time: bigint): FluidStoredRatios => ({
  utilisation: extractBits(word, 30, 14),
  threshold: extractBits(word, 44, 14),
  supplyRatio: extractBits(word, 219, 15),
  owedRatio: extractBits(word, 234, 15),
  isStale: time > extractBits(word, 58, 33) + day,
})

export const isTokenPaused = (prices: bigint): boolean => extractFlag(prices, 255)

/** @param prices the word of the token's prices tells if `limits` is used */
export const parseMaxLent = (prices: bigint, limits: bigint): bigint =>
  extractFlag(prices, 249) ? extractBits(limits, 0, 14) : whole
