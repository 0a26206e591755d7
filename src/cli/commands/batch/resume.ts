import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { batchArgument } from '#cli/request/batch/batch-argument'
import { executeRun } from '#cli/request/batch/execute-run'
import { nameBegunBatch } from '#cli/request/batch/name-begun'
import { type LimitInput, limitOptions } from '#cli/request/batch/run-options'
import { reportSummary } from '#cli/screens/batch/report'
import type { BatchReport } from '#domain/trade/batch/batches'
import { isOpen } from '#domain/trade/batch/state'

export const resume = defineCommand({
  name: 'batch-resume',
  about: 'Go on with a batch: follow what was signed, swap what was not. Nothing is signed twice.',
  examples: ['batch resume last', 'batch resume 3f2a9c10 --on-error continue -y'],
  arguments: batchArgument,
  options: limitOptions,
  sends: true,
  endless: true,
  forms: ['csv'],
  nameEarlier: (context, { words: [batch] }) => nameBegunBatch(context, batch),
  schema: async () => (await import('#cli/schemas/batch/batch')).BatchRunResult,

  async run(context, { batch, ...input }) {
    const batches = await context.batches()
    const report = await batches.report(batch ?? 'last', { ask: false })
    // until it is gone on with: what it has sent before is not denied
    context.interruption.setConclusion((cause) => batches.outcomeOfRows([], report.id, cause))
    await resumeBatch(context, report, input)
  },
})

/** Asks once, unless nothing is left to be signed. */
export async function resumeBatch(context: Context, report: BatchReport, input: LimitInput): Promise<void> {
  const open = report.rows.filter(({ state }) => isOpen(state)).length
  if (open > 0 && !report.isCancelled) {
    context.out.note((screen) => reportSummary(report, screen))
    await context.prompts.confirm(
      `Go on with ${open === 1 ? '1 row' : `${open} rows`} of batch ${report.id.slice(0, 8)}?`,
    )
  }
  await executeRun(context, report.id, input)
}
