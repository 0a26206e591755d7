/** stdout is the result, stderr the rest. */
import { csvText } from '#cli/out/csv'
import { drawn } from '#cli/out/drawn'
import { envelope, type RunFacts } from '#cli/out/envelope'
import { apiFailure, failureDocument, failureLines, type Telling } from '#cli/out/failure'
import { jsonText, pick } from '#cli/out/json-text'
import { progressLines } from '#cli/out/progress-lines'
import type { Screen } from '#cli/out/screen'
import { startSpinner } from '#cli/out/spinner'
import type { StreamName } from '#cli/out/streams'
import type { Out, Result } from '#cli/out/types'
import type { formats } from '#cli/settings/table'
import { fail, type SwapError } from '#domain/errors'

/** How the results of one run are printed. */
export interface Style {
  readonly format: (typeof formats)[number]
  /** `--get`. */
  readonly get: string | undefined
  readonly quiet: boolean
  readonly spinner: boolean
  readonly unicode: boolean
  readonly stdout: Screen
  readonly stderr: Screen
  /** Ends with the text as it is. False where it is known at once that the stream did not take it. */
  readonly write: (stream: StreamName, text: string) => boolean
}

export interface RunningOut extends Out {
  /** The end of a failed command. */
  failed(error: SwapError): void
  /** The exit status that the result asked for. */
  exit(): number
  /** Whether a result was given, and so the work done. */
  given(): boolean
  /** The id of the swap that the result is about, where it is about one. */
  swapId(): string | undefined
}

export function createOut(
  command: string,
  style: Style,
  context: { readonly run: RunFacts; readonly telling: Telling },
): RunningOut {
  const { format, write, unicode } = style
  let exit = 0
  let given = false
  let swapId: string | undefined
  const screenText = (result: Result): string =>
    drawn([...result.lines(style.stdout), ...warningLines(result, style.stdout)], unicode)

  return {
    screen: style.stderr,
    result(result) {
      const text = resultText(result)
      given = true
      swapId = swapIdOf(result)
      exit = result.exit ?? 0
      write('stdout', text)
    },
    exit: () => exit,
    given: () => given,
    swapId: () => swapId,
    item(result) {
      const line = (): string => `${jsonText(envelope(command, result, context.run))}\n`
      write('stdout', format === 'human' && style.get === undefined ? screenText(result) : line())
    },
    note(lines) {
      if (!style.quiet) write('stderr', drawn(lines(style.stderr), unicode))
    },
    async during(label, work) {
      const spinner = style.spinner && !style.quiet ? startSpinner(label, unicode) : undefined
      try {
        return await work
      } finally {
        spinner?.stop()
      }
    },
    progress(label) {
      if (style.quiet) return { tell: () => undefined, stop: () => undefined }
      if (!style.spinner) return progressLines((line) => write('stderr', drawn([line], unicode)))
      const spinner = startSpinner(label, unicode)
      return { tell: (words) => spinner.say(`${label}: ${words}`), stop: () => spinner.stop() }
    },
    failed(error) {
      const onScreen = () => write('stderr', drawn(failureLines(error, style.stderr, context.telling), unicode))
      if (format === 'human' || format === 'csv' || style.get !== undefined) return void onScreen()
      const document =
        format === 'api'
          ? apiFailure(error, context.run, context.telling)
          : failureDocument(error, context.run, context.telling)
      // Where stdout takes nothing, people at least hear of it.
      if (!write('stdout', `${jsonText(document, format === 'json' ? 2 : 0)}\n`)) onScreen()
    },
  }

  function resultText(result: Result): string {
    if (style.get !== undefined) return picked(result, style.get)
    switch (format) {
      case 'human':
        return screenText(result)
      case 'json':
        return `${jsonText(envelope(command, result, context.run), 2)}\n`
      case 'jsonl':
        return `${jsonText(envelope(command, result, context.run))}\n`
      case 'csv':
        return csvText(result.table ?? needed(`${command} has no table`))
      case 'api':
        return `${jsonText(result.api?.() ?? needed(`${command} has no body in the HTTP API`))}\n`
    }
  }

  function picked(result: Result, path: string): string {
    const text = pick(envelope(command, result, context.run), path)
    // A transaction that went out must not look like a usage error, however wrong the path is.
    if (text === undefined && !context.telling.sends) throw fail('USAGE', { reason: `The result has no "${path}".` })
    return `${text ?? ''}\n`
  }
}

function swapIdOf({ data }: Result): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const id: unknown = Reflect.get(data, 'swapId')
  return typeof id === 'string' ? id : undefined
}

function needed(reason: string): never {
  throw fail('USAGE', { reason: `${reason}.`, fix: 'use -o json' })
}

function warningLines({ warnings = [] }: Result, { paint }: Screen): readonly string[] {
  return warnings.map(({ message }) => `  ${paint.warn('warning')} ${message}`)
}
