/** @import { Mutant } from './trade.mjs' */

/** Bugs to plant in batches: in what is concluded of a row, approved for a lane, and signed once. */
const commands = 'test/batch/batch.test.ts'
const kills = 'test/batch/kills.test.ts'

/** @type {readonly Mutant[]} */
export const batches = [
  [
    'batch: the state of a row is what the batch remembers',
    'src/domain/trade/batch/state.ts',
    '  if (purpose !== undefined) return concludeSigned(purpose)\n',
    '',
    [commands],
  ],
  [
    'batch: approvals are not merged',
    'src/app/trade/batch/plan.ts',
    '(sums.get(key)?.amount ?? 0n) + sellAmount',
    'sellAmount',
    [commands],
  ],
  [
    'batch: what another command took is not approved again',
    'src/app/trade/batch/run-row.ts',
    'if (!lacksAllowance ||',
    'if (lacksAllowance ||',
    ['test/batch/allowances.test.ts'],
  ],
  [
    'batch: each run has keys of its own',
    'src/app/trade/batch/run.ts',
    '  const { key } = memoryOf(record, planned.order.id)\n  const input',
    '  const key = memoryOf(record, planned.order.id).key + context.clock.now()\n  const input',
    [kills],
  ],
  [
    'batch: rows are planned on untouched pools',
    'src/app/trade/batch/plan-row.ts',
    '  lane.market.apply(quote.route.legs)\n',
    '',
    [commands],
  ],
]
