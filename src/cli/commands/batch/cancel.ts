import { defineCommand } from '#cli/define-command'
import { batchArgument } from '#cli/request/batch/batch-argument'
import { printReport, watchRun } from '#cli/request/batch/execute-run'

export const cancel = defineCommand({
  name: 'batch-cancel',
  about: 'Sign no further row of a batch, and follow those that were sent.',
  examples: ['batch cancel 3f2a9c10'],
  arguments: batchArgument,
  options: {},
  sends: true,
  endless: true,
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/batch/batch')).Report,

  async run(context, { batch }) {
    const batches = await context.batches()
    const { id } = await batches.report(batch ?? 'last', { ask: false })
    // until it is cancelled: what it has sent before is not denied
    context.interruption.setConclusion((cause) => batches.outcomeOfRows([], id, cause))
    await context.prompts.confirm(`Cancel batch ${id.slice(0, 8)}?`)
    context.interruption.setConclusion((cause) => batches.outcome(id, cause))
    const watch = watchRun(context)
    printReport(context, await batches.cancel(id, watch.observer).finally(watch.end))
  },
})
