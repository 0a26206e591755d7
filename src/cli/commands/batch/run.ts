import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parsePath, parseText } from '#cli/parse/plain'
import { confirmBatch, dangerOptions } from '#cli/request/batch/confirm-batch'
import { executeRun, watchRun } from '#cli/request/batch/execute-run'
import { nameBegunFile } from '#cli/request/batch/name-begun'
import { parsePlanFile, readPlanIds, toPlanDocument } from '#cli/request/batch/plan-file'
import { requireTrueNames } from '#cli/request/batch/plan-tokens'
import { readBatchFile, readOrders, requireWithinLimits } from '#cli/request/batch/read-orders'
import { limitOptions, requireSpendWithin, resolveLimits } from '#cli/request/batch/run-options'
import { nameNothing } from '#cli/request/name-earlier'
import { dryRunLines } from '#cli/screens/batch/report'
import { dryRunView } from '#cli/views/batch/batch'
import type { BatchOrder } from '#domain/trade/batch/order'
import type { BatchPlan } from '#domain/trade/batch/plan'
import { resumeBatch } from './resume.ts'

/** A plan from its file, or rows that are still to be planned. */
type Source = { readonly id: string; readonly plan: BatchPlan } | { readonly orders: readonly BatchOrder[] }

export const run = defineCommand({
  name: 'batch-run',
  about: 'Carry out a plan, or plan and carry out a file. Run again, it goes on and never swaps a row twice.',
  examples: [
    'batch run plan.json',
    'batch run orders.csv --max-spend USDC=5000 --on-error continue -y',
    'batch run orders.jsonl --dry-run',
  ],
  arguments: {
    file: { about: 'a plan, or the rows as CSV or JSONL; - for standard input', parse: parsePath, ask: 'Which file?' },
  },
  options: {
    maxSpend: {
      flag: '--max-spend <token=amount>',
      about: 'never sell more of a token in total; repeatable',
      parse: parseText,
      repeat: true,
    },
    ...limitOptions,
    dryRun: { flag: '--dry-run', about: 'plan, build and check every row; sign nothing' },
    allowDuplicate: { flag: '--allow-duplicate', about: 'swap rows whose id another batch has swapped lately' },
    acceptChanges: { flag: '--accept-changes', about: 'go on with an unfinished batch whose file was changed' },
    ...dangerOptions,
  },
  sends: true,
  endless: true,
  forms: ['csv'],
  nameEarlier(context, { words: [file], options }) {
    if (options.has('dryRun')) nameNothing(context)
    else nameBegunFile(context, file)
  },
  schema: async () => (await import('#cli/schemas/batch/batch')).BatchRunResult,

  async run(context, input) {
    if (input.dryRun) nameNothing(context)
    const source = await readSource(context, input)
    const batches = await context.batches()
    const orders = 'plan' in source ? source.plan.rows.map(({ order }) => order) : source.orders
    const options = { ...input, ...('plan' in source && { plan: source.id, rows: source.plan.rows }) }
    const known = input.dryRun ? undefined : await batches.check(orders, options)
    if (known !== undefined) {
      requireSpendWithin(known.plan, input.maxSpend)
      return resumeBatch(context, known, input)
    }
    // not before: a run that was begun carries out what was checked then, though its tokens cannot be read now
    if ('plan' in source) await checkPlan(context, input.file, source.plan)
    const plan = 'plan' in source ? source.plan : await makePlan(context, orders)
    requireSpendWithin(plan, input.maxSpend)
    if (input.dryRun) return rehearsePlan(context, plan)
    await confirmBatch(context, plan, input)
    const limits = resolveLimits(input, plan)
    const id = 'plan' in source ? source.id : toPlanDocument(plan).id
    // again, with rows that were signed before: they sell what an older plan said
    const requireAllowed = (merged: BatchPlan) => requireSpendWithin(merged, input.maxSpend)
    const started = await batches.start({ id, plan, limits }, { ...options, requireAllowed })
    await executeRun(context, started, input)
  },
})

async function readSource(
  context: Context,
  { file, allowUnlisted, dryRun }: { readonly file: string; readonly allowUnlisted: boolean; readonly dryRun: boolean },
): Promise<Source> {
  const batches = await context.batches()
  // from here on: what a failure says of a batch that was begun before is concluded from what is recorded
  const watchFor = (rows: readonly string[], plan?: string): void =>
    context.interruption.setConclusion((cause) => batches.outcomeOfRows(rows, plan, cause))
  const text = await readBatchFile(context, file)
  const claimed = dryRun ? undefined : readPlanIds(text)
  if (claimed !== undefined) watchFor(claimed.rows, claimed.id) // also of a plan that is refused, as it was changed
  const planned = await parsePlanFile(file, text)
  const onIds = dryRun ? undefined : (ids: readonly string[]) => watchFor(ids)
  return (
    planned ?? { orders: await readOrders(context, { text, source: file, allowUnlisted, ...(onIds && { onIds }) }) }
  )
}

async function checkPlan(context: Context, file: string, plan: BatchPlan): Promise<void> {
  await requireTrueNames(await context.tokens(), file, plan)
  requireWithinLimits(context, file, plan)
}

async function makePlan(context: Context, orders: readonly BatchOrder[]): Promise<BatchPlan> {
  const watch = watchRun(context)
  return (await context.batches()).plan(orders, watch.observer).finally(watch.end)
}

async function rehearsePlan(context: Context, plan: BatchPlan): Promise<void> {
  const watch = watchRun(context)
  const rows = await (await context.batches()).rehearse(plan, watch.observer).finally(watch.end)
  context.out.printResult({
    data: () => dryRunView(plan, rows),
    lines: (screen) => dryRunLines(rows, screen),
    table: [['id', 'result', 'why'], ...rows.map(({ planned, result, why }) => [planned.order.id, result, why ?? ''])],
    warnings: plan.warnings.map(({ code, message }) => ({ code, message })),
    exit: rows.some(({ result }) => result === 'failed') ? 16 : 0,
  })
}
