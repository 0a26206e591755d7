import { expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import type { Objective, Optimality } from '#domain/route'
import { type Address, amount, evm } from '#domain/units'
import { nearLines } from './nearness.ts'

const screen = { width: 80, paint: plainPaint }
const at = (digit: string): Address => evm(`0x${digit.repeat(40)}`)
const sale = (gapPpm: number): Optimality => ({ upperBound: amount(1_000n), gapPpm, boundBy: 'dual' })
const purchase = (gapPpm: number): Optimality => ({ ...sale(900), leastInput: { lowerBound: amount(9n), gapPpm } })

/** Over 30 pools, in so many direct legs and ways of two hops through tokens of their own. */
function linesOf(
  optimality: Optimality | undefined,
  { direct = 1, through = 0, optimizeFor }: { direct?: number; through?: number; optimizeFor?: Objective } = {},
) {
  const legs = Array.from({ length: direct }, () => ({ tokenIn: at('1'), tokenOut: at('2') }))
  const around = Array.from({ length: through }, (_, i) => [
    { tokenIn: at('1'), tokenOut: at(`${i + 3}`) },
    { tokenIn: at(`${i + 3}`), tokenOut: at('2') },
  ])
  const paths = [...legs.map((leg) => ({ hops: [leg] })), ...around.map((hops) => ({ hops }))]
  const route = { optimality, legs: [...legs, ...around.flat()], paths }
  const request = { optimizeFor, maxSplits: 3, maxHops: 2 }
  return nearLines({ route, request, poolsSeen: 30 }, screen)
}

test('a sale is near the best possible, a purchase near the least possible input', () => {
  expect(linesOf(undefined)).toEqual([])
  expect(linesOf(sale(38))).toEqual(['  Within 0.4 bp of the best possible over 30 pools'])
  expect(linesOf(sale(0.9))).toEqual(['  Proven best: no route over 30 pools gives 0.01 bp more'])
  expect(linesOf(purchase(38))).toEqual(['  Within 0.4 bp of the least possible input over 30 pools'])
  expect(linesOf(purchase(0.9))).toEqual(['  Proven best: no route over 30 pools does with 0.01 bp less'])
})

test('where gas counts nothing, it says so', () => {
  const optimizeFor = 'output'
  expect(linesOf(sale(38), { optimizeFor })).toEqual(['  Within 0.4 bp of the best possible output over 30 pools'])
  expect(linesOf(purchase(38), { optimizeFor })).toEqual([
    '  Within 0.4 bp of the least possible input before gas over 30 pools',
  ])
})

test('a gap that may be a limit is told from one that may not', () => {
  const second = (ways: { direct?: number; through?: number }) => linesOf(sale(500), ways)[1]
  expect(second({ direct: 2 })).toBeUndefined()
  expect(second({ direct: 3 })).toBe('  Routes beyond --max-splits 3, where this one ends, are counted in')
  expect(second({ direct: 1, through: 1 })).toBe('  Routes beyond --max-hops 2, where this one ends, are counted in')
  expect(second({ direct: 1, through: 2 })).toBe(
    '  Routes beyond --max-splits 3 and --max-hops 2, where this one ends, are counted in',
  )
  expect(linesOf(sale(0), { direct: 3 })).toHaveLength(1)
})
