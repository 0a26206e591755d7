import { expect, test } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { protocol } from '#protocols/curve-stable/index'
import { compareWithSegments } from '#test/conformance/segments'
import { readCases } from '#test/conformance/vectors'

/** A metapool, and an input so large that base fees take all they can: found with seed -233811598. */
const drained = { holds: 6_965_323_107_054_458_112n, sold: 24_319_193_010_194_194_631_692_125_396_301n }

test('the segments of a drained metapool are close', () => {
  const found = readCases(protocol.kind).filter(
    ({ state }) => (state as CurveStableState).balances[0] === drained.holds,
  )
  const ways = found.flatMap(({ state, trades }) => trades.map(([from, to]) => ({ state, from, to })))
  expect(ways).not.toEqual([])
  for (const way of ways) compareWithSegments(protocol as Protocol<unknown>, way, drained.sold)
})
