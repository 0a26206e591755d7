import { defineCommand } from '#cli/define-command'
import { batchArgument } from '#cli/request/batch/batch-argument'
import { batchResult } from '#cli/request/batch/batch-result'

export const status = defineCommand({
  name: 'batch-status',
  about: 'Ask the chain about rows that are not settled, and show how far a batch is.',
  examples: ['batch status', 'batch status 3f2a9c10 -o json'],
  arguments: batchArgument,
  options: { exitStatus: { flag: '--exit-status', about: 'exit 13 or 15 unless every row is done' } },
  schema: async () => (await import('#cli/schemas/batch/batch')).Report,

  async run({ batches, out }, { batch, exitStatus }) {
    const report = await out.withSpinner('Asking the chain', (await batches()).report(batch ?? 'last', { ask: true }))
    out.printResult(batchResult(report, exitStatus))
  },
})
