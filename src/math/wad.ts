/**
 * Numbers of 18 decimals, as Balancer's contracts multiply and divide them: unsigned words of 256 bits, where a product
 * that does not fit makes the call revert. Source: FixedPoint.sol of Balancer v2 and v3.
 */
import { divUp } from './full-math.ts'

/** 1, with 18 decimals. */
export const wad = 10n ** 18n

const two256 = 1n << 256n

/** @throws RangeError where `n` is negative or needs more than 256 bits: checked arithmetic reverts there. */
export function uint256(n: bigint): bigint {
  if (n < 0n || n >= two256) throw new RangeError('outside 256 bits')
  return n
}

/** floor(a · b / 10^18). @throws RangeError where a · b overflows. */
export const wadMulDown = (a: bigint, b: bigint): bigint => uint256(a * b) / wad

/** ceil(a · b / 10^18). @throws RangeError where a · b overflows. */
export const wadMulUp = (a: bigint, b: bigint): bigint => divUp(uint256(a * b), wad)

/** floor(a · 10^18 / b). @throws RangeError where a · 10^18 overflows or `b` is 0. */
export const wadDivDown = (a: bigint, b: bigint): bigint => uint256(a * wad) / b

/** ceil(a · 10^18 / b). @throws RangeError as {@link wadDivDown}. */
export const wadDivUp = (a: bigint, b: bigint): bigint => divUp(uint256(a * wad), b)

/** 1 − x, 0 where x is above 1. */
export const wadComplement = (x: bigint): bigint => (x < wad ? wad - x : 0n)
