/** The result goes to stdout, the rest to stderr. */
import { formatCsv } from '#cli/out/csv'
import { createEnvelope, type RunFacts } from '#cli/out/envelope'
import { apiFailure, type FailureOptions, failureDocument, failureLines } from '#cli/out/failure'
import { pickPath, toJsonText } from '#cli/out/json-text'
import { createProgressLines } from '#cli/out/progress-lines'
import { renderForTerminal } from '#cli/out/render-for-terminal'
import type { Screen } from '#cli/out/screen'
import { startSpinner } from '#cli/out/spinner'
import type { StreamName } from '#cli/out/streams'
import type { Out, Result } from '#cli/out/types'
import type { formats } from '#cli/settings/table'
import { fail, type SwapError } from '#domain/errors'

/** How the results of one run are printed. */
export interface OutputStyle {
  readonly format: (typeof formats)[number]
  /** `--get`. */
  readonly get: string | undefined
  readonly quiet: boolean
  readonly spinner: boolean
  readonly unicode: boolean
  readonly stdout: Screen
  readonly stderr: Screen
  /** Writes the text unchanged. False if it is known at once that the stream failed. */
  readonly write: (stream: StreamName, text: string) => boolean
}

export interface RunningOut extends Out {
  /** The end of a failed command. */
  printFailure(error: SwapError): void
  /** The exit status that the result asked for. */
  exitCode(): number
  /** True if a result was printed, so the work is done. */
  hasResult(): boolean
  /** The id of the swap that the result is about, if any. */
  swapId(): string | undefined
}

export function createOut(
  command: string,
  style: OutputStyle,
  context: { readonly run: RunFacts; readonly telling: FailureOptions },
): RunningOut {
  const { format, write, unicode } = style
  let exit = 0
  let given = false
  let swapId: string | undefined
  const screenText = (result: Result): string =>
    renderForTerminal([...result.lines(style.stdout), ...warningLines(result, style.stdout)], unicode)

  return {
    screen: style.stderr,
    printResult(result) {
      const text = resultText(result)
      given = true
      swapId = swapIdOf(result)
      exit = result.exit ?? 0
      write('stdout', text)
    },
    exitCode: () => exit,
    hasResult: () => given,
    swapId: () => swapId,
    printItem(result) {
      const line = (): string => `${toJsonText(createEnvelope(command, result, context.run))}\n`
      write('stdout', format === 'human' && style.get === undefined ? screenText(result) : line())
    },
    note(lines) {
      if (!style.quiet) write('stderr', renderForTerminal(lines(style.stderr), unicode))
    },
    async withSpinner(label, work) {
      const spinner = style.spinner && !style.quiet ? startSpinner(label, unicode) : undefined
      try {
        return await work
      } finally {
        spinner?.stop()
      }
    },
    startProgress(label) {
      if (style.quiet) return { update: () => undefined, stop: () => undefined }
      if (!style.spinner) return createProgressLines((line) => write('stderr', renderForTerminal([line], unicode)))
      const spinner = startSpinner(label, unicode)
      return { update: (words) => spinner.setLabel(`${label}: ${words}`), stop: () => spinner.stop() }
    },
    printFailure(error) {
      const onScreen = () =>
        write('stderr', renderForTerminal(failureLines(error, style.stderr, context.telling), unicode))
      if (format === 'human' || format === 'csv' || style.get !== undefined) return void onScreen()
      const document =
        format === 'api'
          ? apiFailure(error, context.run, context.telling)
          : failureDocument(error, context.run, context.telling)
      // If stdout fails, people at least see it on stderr.
      if (!write('stdout', `${toJsonText(document, format === 'json' ? 2 : 0)}\n`)) onScreen()
    },
  }

  function resultText(result: Result): string {
    if (style.get !== undefined) return pickText(result, style.get)
    switch (format) {
      case 'human':
        return screenText(result)
      case 'json':
        return `${toJsonText(createEnvelope(command, result, context.run), 2)}\n`
      case 'jsonl':
        return `${toJsonText(createEnvelope(command, result, context.run))}\n`
      case 'csv':
        return formatCsv(result.table ?? rejectFormat(`${command} has no table`))
      case 'api':
        return `${toJsonText(result.api?.() ?? rejectFormat(`${command} has no body in the HTTP API`))}\n`
    }
  }

  function pickText(result: Result, path: string): string {
    const text = pickPath(createEnvelope(command, result, context.run), path)
    // A sent transaction must not look like a usage error, however wrong the path is.
    if (text === undefined && !context.telling.sends) throw fail('USAGE', { reason: `The result has no "${path}".` })
    return `${text ?? ''}\n`
  }
}

function swapIdOf({ data }: Result): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const id: unknown = Reflect.get(data, 'swapId')
  return typeof id === 'string' ? id : undefined
}

function rejectFormat(reason: string): never {
  throw fail('USAGE', { reason: `${reason}.`, fix: 'use -o json' })
}

function warningLines({ warnings = [] }: Result, { paint }: Screen): readonly string[] {
  return warnings.map(({ message }) => `  ${paint.warn('warning')} ${message}`)
}
