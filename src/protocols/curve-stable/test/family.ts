import fc from 'fast-check'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { protocol } from '#protocols/curve-stable/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { readByLoading } from '#test/conformance/adapters/fixture'
import { gas } from './gas.ts'
import { leeway } from './leeway.ts'
import { openOver, overScenarios } from './meta-pools.ts'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'CurveStablePort, and CurveMetaPort over CurveBasePort: ports of our own',
  scenarios: fc.oneof(
    scenarios.map((alone) => ({ alone })),
    overScenarios.map((over) => ({ over })),
  ),
  holds: ({ balances, over }: CurveStableState) => [...balances, ...(over?.base.balances ?? [])],
  recorded: 80,
  // a metapool cannot be read if its base pool is so drained that its shares have no price
  lookAt(pool) {
    const { reads, state } = readByLoading(protocol)(pool)
    return { reads, state: (answers) => undefinedOnRangeError(() => state(answers)) }
  },
  async openPools(stage) {
    const [alone, over] = [await openPools(stage), await openOver(stage)]
    return (scenario) => ('alone' in scenario ? alone(scenario.alone) : over(scenario.over))
  },
  leeway,
  gas,
})
