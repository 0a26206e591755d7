import type { Result } from '#cli/out/types'
import { exitOf, leftoverWarnings } from '#cli/request/batch/execute-run'
import { reportSummary } from '#cli/screens/batch/report'
import { reportView } from '#cli/views/batch/batch'
import type { BatchReport } from '#domain/trade/batch/batches'

/** How far a batch is, as a command's result. */
export const batchResult = (report: BatchReport, exitStatus: boolean): Result => ({
  data: () => reportView(report),
  lines: (screen) => reportSummary(report, screen),
  warnings: leftoverWarnings(report),
  exit: exitStatus ? exitOf(report) : 0,
})
