import { defineCommand } from '#cli/define-command'
import { parsePath } from '#cli/parse/plain'
import { watchRun } from '#cli/request/batch/execute-run'
import { toPlanDocument, writePlanFile } from '#cli/request/batch/plan-file'
import { readBatchFile, readOrders } from '#cli/request/batch/read-orders'
import { planLines } from '#cli/screens/batch/plan'

export const plan = defineCommand({
  name: 'batch-plan',
  about: 'Quote every row on the state that the rows before it leave. Signs nothing.',
  examples: ['batch plan orders.csv', 'batch plan orders.csv --out plan.json -o json'],
  arguments: { file: { about: 'the rows: CSV or JSONL, - for standard input', parse: parsePath, ask: 'Which file?' } },
  options: {
    out: { flag: '--out <file>', about: 'write the plan there, for batch run', parse: parsePath },
    allowUnlisted: { flag: '--allow-unlisted', about: 'accept unlisted tokens, by address' },
  },
  endless: true,
  schema: async () => (await import('#cli/schemas/batch/plan')).BatchPlanResult,

  async run(context, { file, out: target, allowUnlisted }) {
    const text = await readBatchFile(context, file)
    const orders = await readOrders(context, { text, source: file, allowUnlisted })
    const watch = watchRun(context)
    const made = await (await context.batches()).plan(orders, watch.observer).finally(watch.end)
    const { id, document } = toPlanDocument(made)
    if (target !== undefined) writePlanFile(target, document)
    context.out.printResult({
      data: { path: target ?? null, plan: document },
      lines: (screen) => [
        ...planLines(made, screen),
        ...(target === undefined ? [] : [`  Plan      ${id.slice(0, 8)} in ${target}`]),
        `  Next      ${screen.paint.next(`swapline batch run ${target ?? file}`)}`,
      ],
    })
  },
})
