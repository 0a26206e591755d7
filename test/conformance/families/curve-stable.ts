import fc from 'fast-check'
import { unlessRefused } from '#math/unless-refused'
import { protocol } from '#protocols/curve-stable/index'
import type { State } from '#protocols/curve-stable/state'
import { adapterFamily } from '../adapters/family.ts'
import { openOver, overScenarios } from '../adapters/pools/curve-over.ts'
import { openPools, scenarios } from '../adapters/pools/curve-stable.ts'
import { byLoading } from '../adapters/stage.ts'

export const family = adapterFamily({
  protocol,
  source: 'CurveStablePort, and CurveMetaPort over CurveBasePort, of contracts/sandbox: ports of our own',
  scenarios: fc.oneof(
    scenarios.map((alone) => ({ alone })),
    overScenarios.map((over) => ({ over })),
  ),
  holds: ({ balances, over }: State) => [...balances, ...(over?.base.balances ?? [])],
  recorded: 80,
  // of a pool below that has come to nothing nobody can say what its shares are worth: the one above cannot be read
  lookAt(pool) {
    const { reads, state } = byLoading(protocol)(pool)
    return { reads, state: (answers) => unlessRefused(() => state(answers)) }
  },
  async openPools(stage) {
    const [alone, over] = [await openPools(stage), await openOver(stage)]
    return (scenario) => ('alone' in scenario ? alone(scenario.alone) : over(scenario.over))
  },
})
