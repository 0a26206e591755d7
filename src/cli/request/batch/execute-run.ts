/** Carries out a run with its events on stdout, its progress on stderr, and Ctrl-C as it should be. */
import type { Context } from '#cli/context'
import type { Notice } from '#cli/out/types'
import type { LimitInput } from '#cli/request/batch/run-options'
import { resolveLimits } from '#cli/request/batch/run-options'
import { reportLines } from '#cli/screens/batch/report'
import { eventView, reportTable, reportView } from '#cli/views/batch/batch'
import { fail } from '#domain/errors'
import type { BatchEvent, BatchObserver, BatchReport } from '#domain/trade/batch/batches'
import type { PlannedRow } from '#domain/trade/batch/plan'
import { isFailedState, isOpen } from '#domain/trade/batch/state'

/** Everything is asked before the first row begins, passwords too. */
export async function executeRun(context: Context, id: string, input: LimitInput): Promise<void> {
  const batches = await context.batches()
  const before = await batches.report(id, { ask: false })
  const open = before.rows.filter(({ state }) => isOpen(state)).map(({ planned }) => planned)
  await unlockAccounts(context, open)
  // not before this process works on it: what another one does is no outcome of this command
  const onBegun = (): void => context.interruption.setConclusion((cause) => batches.outcome(before.id, cause))
  const watch = watchRun(context, { onBegun })
  try {
    const options = { confirmations: input.confirmations, intervalMs: input.rate ?? 0 }
    const limits = resolveLimits(input, before.plan)
    const report = await batches.run(before.id, { ...options, limits }, watch.observer)
    watch.end()
    printReport(context, report)
  } finally {
    watch.end()
  }
}

/** The names still mean the accounts that were planned for, and their keys can be used. @throws `ACCOUNT_DIFFERS` */
async function unlockAccounts(context: Context, rows: readonly PlannedRow[]): Promise<void> {
  const accounts = await context.accounts()
  const wanted = new Map(rows.map(({ order: { account } }) => [`${account.name} ${account.address}`, account]))
  for (const { name, address } of wanted.values()) {
    const account = await accounts.find(name)
    if (account.address !== address) throw fail('ACCOUNT_DIFFERS', { expected: address, actual: account.address })
    await accounts.signer(account).unlock()
  }
}

export const leftoverWarnings = ({ leftovers }: BatchReport): readonly Notice[] =>
  leftovers.map(({ words, command }) => ({ code: 'ALLOWANCE_LEFT', message: `${words} To take it back: ${command}` }))

export const printReport = ({ out }: Pick<Context, 'out'>, report: BatchReport): void =>
  out.printResult({
    data: () => reportView(report),
    lines: (screen) => reportLines(report, screen),
    table: reportTable(report),
    warnings: leftoverWarnings(report),
    exit: exitOf(report),
  })

/** 13 while something signed is not settled, 15 if a row is not done. */
export function exitOf({ rows }: BatchReport): number {
  if (rows.some(({ state }) => state === 'sent')) return 13
  return rows.every(({ state }) => state === 'done') ? 0 : 15
}

/** An observer that can stop a run: the first Ctrl-C lets the rows in work finish. */
export function watchRun(
  { out, settings, interruption, clock }: Context,
  run?: { readonly onBegun: () => void },
): { readonly observer: BatchObserver; end(): void } {
  const stop = new AbortController()
  const progress = out.startProgress(run === undefined ? 'Plan' : 'Batch')
  let ended = false
  const began = clock.elapsed()
  let failures = 0
  let finished = 0
  interruption.onEnd(() => {
    stop.abort()
    out.note(() => ['  Stopping after the rows in work. Press Ctrl-C again to stop at once.'])
  })
  const streams = settings.get('output.format') === 'jsonl'
  return {
    observer: {
      stop: stop.signal,
      tell(event) {
        const view = streams ? eventView(event) : undefined
        if (view !== undefined) out.printItem({ data: view, lines: () => [] })
        if (event.what === 'begun') run?.onBegun()
        if (event.what === 'planning') progress.update(`row ${event.done + 1} of ${event.total}`)
        if (event.what !== 'ended') return
        finished++
        if (isFailedState(event.row.state)) failures++
        progress.update(progressText(event, { failures, perRowMs: (clock.elapsed() - began) / finished }))
      },
    },
    end() {
      if (!ended) progress.stop()
      ended = true
    },
  }
}

function progressText(
  { done, total }: Extract<BatchEvent, { what: 'ended' }>,
  { failures, perRowMs }: { readonly failures: number; readonly perRowMs: number },
): string {
  const failed = failures === 0 ? '' : ` · ${failures} failed`
  const left = Math.round(((total - done) * perRowMs) / 1_000)
  const time = left >= 90 ? `${Math.round(left / 60)} min` : `${left} s`
  return `${done} of ${total} rows${failed} · about ${time} left`
}
