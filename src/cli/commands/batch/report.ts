import { defineCommand } from '#cli/define-command'
import { batchArgument } from '#cli/request/batch/batch-argument'
import { leftoverWarnings } from '#cli/request/batch/execute-run'
import { reportLines } from '#cli/screens/batch/report'
import { reportTable, reportView } from '#cli/views/batch/batch'

export const report = defineCommand({
  name: 'batch-report',
  about: 'Show every row of a batch as this machine knows it: sold, bought, gas, transaction, failure.',
  examples: ['batch report', 'batch report 3f2a9c10 -o csv'],
  arguments: batchArgument,
  options: {},
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/batch/batch')).Report,

  async run({ batches, out }, { batch }) {
    const found = await (await batches()).report(batch ?? 'last', { ask: false })
    out.printResult({
      data: () => reportView(found),
      lines: (screen) => reportLines(found, screen),
      table: reportTable(found),
      warnings: leftoverWarnings(found),
    })
  },
})
