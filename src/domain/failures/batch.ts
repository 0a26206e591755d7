/** Failures of whole batches; those of a row are the failures of its swap. */
import { row } from '#domain/failures/row'

/** What is wrong with one line of a batch's file. */
export interface BatchProblem {
  readonly line: number
  readonly message: string
}

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

export const batchFailures = {
  BATCH_INVALID: row<{ source: string; problems: readonly BatchProblem[]; isPlan?: true }>(
    1000,
    400,
    2,
    (d) =>
      `${d.source} has ${d.problems.length === 1 ? '1 mistake' : `${d.problems.length} mistakes`}, the first in line ${d.problems[0]?.line}: ${d.problems[0]?.message}`,
    {
      fix: (d) => [
        d.isPlan
          ? 'make a new plan of rows within the limits: swapline batch plan <orders>'
          : 'correct the file; for its columns: swapline help batch',
      ],
    },
  ),
  BATCH_PLAN_CHANGED: row<{ path: string; reason?: string }>(
    1000,
    400,
    2,
    (d) => `${d.path} is not the plan that was written: ${d.reason ?? 'its content does not fit its id'}.`,
    { fix: () => ['make a new plan: swapline batch plan <orders>'] },
  ),
  BATCH_CHANGED: row<{ id: string; differs: readonly string[]; signed?: readonly string[]; isFinished?: boolean }>(
    1000,
    400,
    2,
    (d) => {
      const differs = d.differs.join('; ')
      if (d.isFinished) return `Batch ${d.id} of this plan ended with other rows. They differ: ${differs}.`
      return d.signed === undefined
        ? `The unfinished batch ${d.id} has these rows or began with them, and they differ: ${differs}.`
        : `Rows of batch ${d.id} that were signed cannot change: ${d.signed.join(', ')}. They differ: ${differs}.`
    },
    {
      fix: (d) =>
        d.isFinished
          ? [`see what became of it: swapline batch report ${d.id}`, 'make a new plan: swapline batch plan <orders>']
          : [
              `go on with the rows as they were: swapline batch resume ${d.id}`,
              ...(d.signed === undefined ? ['go on with the changed rows: --accept-changes'] : []),
              `or end that batch: swapline batch cancel ${d.id}`,
            ],
    },
  ),
  BATCH_NOT_FOUND: row<{ id: string }>(3030, 404, 6, (d) => `There is no batch ${d.id}.`, {
    fix: () => ['give its id, the first 8 characters of it, or last'],
  }),
  BATCH_CANCELLED: row<{ id: string }>(
    1000,
    400,
    2,
    (d) => `Batch ${d.id} was cancelled: no further row of it is signed.`,
    { fix: (d) => [`swapline batch report ${d.id}`] },
  ),
  DUPLICATE_ID: row<{ id: string; rows: readonly string[] }>(
    1000,
    400,
    10,
    (d) =>
      `Batch ${d.id} has swapped, or may still swap, ${rowsText(d.rows.length)} of the same id: ${d.rows.join(', ')}.`,
    {
      fix: (d) => [`swapline batch status ${d.id}`, 'if they are to swap once more: --allow-duplicate'],
    },
  ),
  BATCH_SPEND_ABOVE_LIMIT: row<{ planned: string; limit: string }>(
    2070,
    400,
    10,
    (d) => `The batch sells ${d.planned}, above the limit of ${d.limit}.`,
    { fix: () => ['sell less, or raise --max-spend'] },
  ),
  BATCH_STOPPED: row<{ id: string; done: number; total: number }>(
    1503,
    503,
    15,
    (d) => `Batch ${d.id} ended with ${d.done} of ${rowsText(d.total)} done.`,
    { fix: (d) => [`swapline batch resume ${d.id}`, `swapline batch report ${d.id}`] },
  ),
  BATCH_PENDING: row<{ id: string; rows: readonly string[] }>(
    1503,
    503,
    13,
    (d) => `Batch ${d.id} has signed ${rowsText(d.rows.length)} that can still go through: ${d.rows.join(', ')}.`,
    {
      states: 'fate',
      sent: true,
      fix: (d) => [`swapline batch resume ${d.id}     (follows them; never swap them again)`],
    },
  ),
} as const
