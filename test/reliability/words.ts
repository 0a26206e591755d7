import type { CaseResult } from './fault-cases.ts'

/** A case as lines: its draws, each run with its end, and its violations. */
export function describeCase({ name, drawn, runs, violations }: CaseResult, { whole }: { whole: boolean }): string {
  const lines = runs.flatMap((run) => {
    const end = run.code === null ? String(run.signal) : `exit ${run.code}`
    const wrong = run.violations.length === 0 ? '' : `  ← ${run.violations.join(', ')}`
    const line = `  ${run.args.join(' ')} → ${end}, ${run.claim}, ${run.milliseconds} ms${wrong}`
    return whole ? [line, run.stderr, run.stdout] : [line]
  })
  return [`${violations.length === 0 ? 'held' : violations.join(', ')}: ${name} ${drawn}`, ...lines].join('\n')
}
