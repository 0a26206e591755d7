/** What the words say that a pool and the layer store. Source: DexSlotsLink and LiquiditySlotsLink, Variables. */
import { bitsOf, flagOf, unpacked } from './rounding.ts'
import type { Position, Totals, Written } from './state.ts'

const day = 86_400n
/** Of what may be lent out, where nothing else is said: all. */
const whole = 10_000n
/** The same in the unit of the pools. */
const unlimited = 1_000n

/** What is used of a pool's first word: what trades leave behind. Prices have 27 decimals. */
export interface Variables {
  readonly older: bigint
  readonly last: bigint
  readonly centre: bigint
  /** When the last trade was, seconds since 1970. */
  readonly time: bigint
}

export const variablesOf = (word: bigint): Variables => ({
  older: unpacked(bitsOf(word, 1, 40)),
  last: unpacked(bitsOf(word, 41, 40)),
  centre: unpacked(bitsOf(word, 81, 40)),
  time: bitsOf(word, 121, 33),
})

/** A pool's second word: how it was set up. */
export const setupOf = (word: bigint) => ({
  collateral: flagOf(word, 0),
  debt: flagOf(word, 1),
  feePpm: bitsOf(word, 2, 17),
  revenuePercent: bitsOf(word, 19, 7),
  width: { above: bitsOf(word, 27, 20), below: bitsOf(word, 47, 20) },
  /** Range, thresholds or centre are on their way to new ones. */
  isShifting: flagOf(word, 26) || flagOf(word, 67) || flagOf(word, 248),
  /** From how near to an end of the range the centre follows the price, in 10^-3, and in how many seconds. */
  thresholds: { above: bitsOf(word, 68, 10), below: bitsOf(word, 78, 10), seconds: bitsOf(word, 88, 24) },
  /** Which contract says the centre: 0 for none. */
  centreSource: bitsOf(word, 112, 30),
  hook: bitsOf(word, 142, 30),
  most: unpacked(bitsOf(word, 172, 28)),
  least: unpacked(bitsOf(word, 200, 28)),
  /** Of token 0 and token 1. */
  mostWritten: [utilisationOf(bitsOf(word, 228, 10)), utilisationOf(bitsOf(word, 238, 10))] as const,
  isPaused: flagOf(word, 255),
})

export type Setup = ReturnType<typeof setupOf>

const utilisationOf = (thousandths: bigint): bigint | undefined =>
  thousandths < unlimited ? thousandths * 10n : undefined

/** Absent where the pool may not move it: never set up, or paused. */
export function supplyOf(word: bigint, time: bigint): Position | undefined {
  if (word === 0n || flagOf(word, 255)) return undefined
  return { ...positionOf(word, time), most: 0n }
}

/** As {@link supplyOf}. */
export function debtOf(word: bigint, time: bigint): Position | undefined {
  if (word === 0n || flagOf(word, 255)) return undefined
  return { ...positionOf(word, time), most: unpacked(bitsOf(word, 218, 18)) }
}

const positionOf = (word: bigint, time: bigint): Omit<Position, 'most'> => ({
  withInterest: flagOf(word, 0),
  amount: unpacked(bitsOf(word, 1, 64)),
  limit: unpacked(bitsOf(word, 65, 64)),
  elapsed: time - bitsOf(word, 129, 33),
  expandPercent: bitsOf(word, 162, 14),
  expandDuration: bitsOf(word, 176, 24),
  base: unpacked(bitsOf(word, 200, 18)),
})

export const totalsOf = (word: bigint): Totals => ({
  suppliedRaw: unpacked(bitsOf(word, 0, 64)),
  suppliedFree: unpacked(bitsOf(word, 64, 64)),
  owedRaw: unpacked(bitsOf(word, 128, 64)),
  owedFree: unpacked(bitsOf(word, 192, 64)),
})

/** @param word of the token's prices */
export const writtenOf = (word: bigint, time: bigint): Written => ({
  utilisation: bitsOf(word, 30, 14),
  threshold: bitsOf(word, 44, 14),
  supplyRatio: bitsOf(word, 219, 15),
  owedRatio: bitsOf(word, 234, 15),
  isStale: time > bitsOf(word, 58, 33) + day,
})

export const isTokenPaused = (prices: bigint): boolean => flagOf(prices, 255)

/** @param prices the word of the token's prices says whether the other is used */
export const mostLentOf = (prices: bigint, limits: bigint): bigint =>
  flagOf(prices, 249) ? bitsOf(limits, 0, 14) : whole
