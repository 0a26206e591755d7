import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, nativeToken } from '#domain/units'
import { decompose } from './decompose.ts'

const venue = { protocol: 'toy', name: 'toy', title: 'Toy', factory: nativeToken, feesPpm: [] }
const toAddress = (name: string) => name as Address
function leg(from: string, to: string, amountIn: bigint, amountOut: bigint): Leg {
  const [address, tokenIn, tokenOut] = [toAddress(`${from}${to}${amountIn}`), toAddress(from), toAddress(to)]
  return {
    pool: { venue, address, tokens: [tokenIn, tokenOut], feePpm: 0 },
    move: { move: 'callback', pool: address, zeroForOne: true },
    tokenIn,
    tokenOut,
    share32: wholeShare,
    amountIn: amount(amountIn),
    amountOut: amount(amountOut),
  }
}
const ends = (max: number) => ({ tokenIn: toAddress('a'), tokenOut: toAddress('c'), max })
const formatPaths = (legs: readonly Leg[], max = 20) =>
  decompose(legs, ends(max)).map(({ hops }) =>
    hops.map((hop) => `${hop.amountIn}${hop.tokenIn}>${hop.amountOut}${hop.tokenOut}`).join(' '),
  )

test('two legs into a token and two out of it make three paths', () => {
  const legs = [leg('a', 'b', 60n, 600n), leg('a', 'b', 40n, 400n), leg('b', 'c', 700n, 7n), leg('b', 'c', 300n, 3n)]
  expect(formatPaths(legs)).toEqual(['60a>600b 600b>6c', '30a>300b 300b>3c', '10a>100b 100b>1c'])
})

test('returns at most `max` paths; the largest path absorbs the rest', () => {
  const legs = [leg('a', 'c', 90n, 9n), leg('a', 'c', 9n, 1n), leg('a', 'c', 1n, 1n)]
  expect(formatPaths(legs, 2)).toEqual(['91a>10c', '9a>1c'])
})

test('the amounts of the paths add up to those of the legs', () => {
  const n = fc.bigInt(1n, 10n ** 24n)
  fc.assert(
    fc.property(n, n, n, n, n, n, fc.bigInt(1n, 99n), (inA, inB, out, bought, direct, more, cut) => {
      const middle = out + bought
      const first = (middle * cut) / 100n
      const legs = [
        leg('a', 'b', inA, out),
        leg('a', 'b', inB, bought),
        leg('a', 'c', direct, more),
        ...(first > 0n ? [leg('b', 'c', first, inB)] : []),
        leg('b', 'c', middle - first, inA),
      ]
      const paths = decompose(legs, ends(20))
      expect(paths.reduce((sum, path) => sum + path.amountIn, 0n)).toBe(inA + inB + direct)
      expect(paths.reduce((sum, path) => sum + path.amountOut, 0n)).toBe(more + inA + (first > 0n ? inB : 0n))
      expect(paths.every((path) => path.hops.every((hop) => hop.amountIn > 0n && hop.amountOut > 0n))).toBe(true)
    }),
  )
})
