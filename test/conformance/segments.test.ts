import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { all } from './families.gen.ts'
import type { Conformance } from './family.ts'
import { compareWithSegments } from './segments.ts'
import { anySize } from './sizes.ts'
import { readCases } from './vectors.ts'

/** Traded through adapters: their curves are approximated. Ticks and pools of a vault have bounds of their own. */
const families = (all as readonly Conformance[]).filter(({ gas }) => gas !== undefined)

describe.each(families)('$kind', ({ kind, protocol }) => {
  const ways = readCases(kind).flatMap(({ state, trades }) => trades.map(([from, to]) => ({ state, from, to })))

  test('exceeds the segments by at most their slack, and they are close', () => {
    let compared = 0
    fc.assert(
      fc.property(fc.constantFrom(...ways), anySize(110), fc.option(anySize(110)), (way, sold, limit) => {
        const maxInput = limit === null ? undefined : Number(limit)
        if (compareWithSegments(protocol, way, sold, maxInput)) compared += 1
      }),
      { numRuns: 3_000 },
    )
    expect(compared).toBeGreaterThan(300)
  }, 60_000)
})
