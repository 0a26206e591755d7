import { expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import type { Objective, Optimality } from '#domain/quotes/route'
import { type Address, amount, evm } from '#domain/units'
import { optimalityLines } from './optimality.ts'

const screen = { width: 80, paint: plainPaint }
const at = (digit: string): Address => evm(`0x${digit.repeat(40)}`)
const sellQuote = (gapPpm: number): Optimality => ({ upperBound: amount(1_000n), gapPpm, boundBy: 'dual' })
const buyQuote = (gapPpm: number): Optimality => ({ ...sellQuote(900), minInput: { lowerBound: amount(9n), gapPpm } })

/** Over 30 pools, with this many direct legs and two-hop paths through separate tokens. */
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
  return optimalityLines({ route, request, poolsSeen: 30 }, screen)
}

test('exact input is near the maximum output, exact output near the minimum input', () => {
  expect(linesOf(undefined)).toEqual([])
  expect(linesOf(sellQuote(38))).toEqual(['  Within 0.4 bp of the best possible over 30 pools'])
  expect(linesOf(sellQuote(0.9))).toEqual(['  Proven best: no route over 30 pools gives 0.01 bp more'])
  expect(linesOf(buyQuote(38))).toEqual(['  Within 0.4 bp of the least possible input over 30 pools'])
  expect(linesOf(buyQuote(0.9))).toEqual(['  Proven best: no route over 30 pools needs 0.01 bp less'])
})

test('if gas counts nothing, it says so', () => {
  const optimizeFor = 'output'
  expect(linesOf(sellQuote(38), { optimizeFor })).toEqual(['  Within 0.4 bp of the best possible output over 30 pools'])
  expect(linesOf(buyQuote(38), { optimizeFor })).toEqual([
    '  Within 0.4 bp of the least possible input before gas over 30 pools',
  ])
})

test('distinguishes a gap that a limit may cause from one that it cannot', () => {
  const second = (ways: { direct?: number; through?: number }) => linesOf(sellQuote(500), ways)[1]
  expect(second({ direct: 2 })).toBeUndefined()
  expect(second({ direct: 3 })).toBe('  Routes beyond --max-splits 3, where this one ends, are counted in')
  expect(second({ direct: 1, through: 1 })).toBe('  Routes beyond --max-hops 2, where this one ends, are counted in')
  expect(second({ direct: 1, through: 2 })).toBe(
    '  Routes beyond --max-splits 3 and --max-hops 2, where this one ends, are counted in',
  )
  expect(linesOf(sellQuote(0), { direct: 3 })).toHaveLength(1)
})
