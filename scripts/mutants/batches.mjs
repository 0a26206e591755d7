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
    'src/domain/trade/batch/plan.ts',
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
  [
    'batch: a cancelled one goes on signing',
    'src/store/journal/journal.ts',
    'if (batch !== undefined && isBatchCancelled(db, batch)) throw',
    'if (batch !== undefined && isBatchCancelled(db, id)) throw',
    ['test/batch/ends.test.ts'],
  ],
  [
    'batch: gas that a row has paid does not count beside what it may pay',
    'src/app/trade/batch/gas-allowance.ts',
    'sum + one.recorded + one.reserved, 0n)',
    'sum + one.reserved, 0n)',
    ['test/batch/starting.test.ts'],
  ],
  [
    'batch: rows of another unfinished run are free',
    'src/app/trade/batch/start.ts',
    '  if (isOpen(state)) return !run.isCancelled\n',
    '  if (isOpen(state)) return false\n',
    ['test/batch/starting.test.ts'],
  ],
  [
    'batch: a revert that is not final frees the row',
    'src/app/trade/batch/start.ts',
    ': !signed.conclusion.isFinal',
    ': false',
    ['test/batch/starting.test.ts'],
  ],
  [
    'batch: rows are free 30 days after their run was begun',
    'src/app/trade/batch/start.ts',
    'signed.signedAt >= since',
    'run.createdAt >= since',
    ['test/batch/starting.test.ts'],
  ],
]
