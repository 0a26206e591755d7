/**
 * Numbers of 18 decimals, multiplied and divided as Balancer's contracts do: unsigned words of 256 bits; a product that
 * does not fit makes the call revert. Source: FixedPoint.sol of Balancer v2 and v3.
 */
import { divUp } from './full-math.ts'
import { uint256 } from './uint256.ts'

/** 1, with 18 decimals. */
export const wad = 10n ** 18n

/** floor(a · b / 10^18). @throws RangeError if a · b overflows. */
export const wadMulDown = (a: bigint, b: bigint): bigint => uint256(a * b) / wad

/** ceil(a · b / 10^18). @throws RangeError if a · b overflows. */
export const wadMulUp = (a: bigint, b: bigint): bigint => divUp(uint256(a * b), wad)

/** floor(a · 10^18 / b). @throws RangeError if a · 10^18 overflows or `b` is 0. */
export const wadDivDown = (a: bigint, b: bigint): bigint => uint256(a * wad) / b

/** ceil(a · 10^18 / b). @throws RangeError as {@link wadDivDown}. */
export const wadDivUp = (a: bigint, b: bigint): bigint => divUp(uint256(a * wad), b)

/** 1 − x, or 0 if x is above 1. */
export const wadComplement = (x: bigint): bigint => (x < wad ? wad - x : 0n)
