import fc from 'fast-check'
import type { Trade } from '#domain/pools/protocol'
import { sell } from './replay.ts'

/** A number of at most `bits` bits: every size is equally likely. */
export const anySize = (bits: number): fc.Arbitrary<bigint> =>
  fc
    .tuple(fc.integer({ min: 1, max: bits }), fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }))
    .map(([size, n]) => {
      const top = 1n << BigInt(size - 1)
      return top | (n & (top - 1n))
    })

/** A trade of any size in either direction of a pool of two tokens. */
export const anySale = (bits: number): fc.Arbitrary<Trade> =>
  fc.tuple(fc.integer({ min: 0, max: 1 }), anySize(bits)).map(([from, amountIn]) => sell(from, amountIn))
