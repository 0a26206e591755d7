/** The result goes to stdout, the rest to stderr. */
import type { RunFacts } from '#cli/out/envelope'
import { apiFailure, type FailureOptions, failureDocument, failureLines } from '#cli/out/failure'
import { toJsonText } from '#cli/out/json-text'
import { createProgressLines } from '#cli/out/progress-lines'
import { createRedraw } from '#cli/out/redraw'
import { renderForTerminal } from '#cli/out/render-for-terminal'
import { createResultTexts, warningLines } from '#cli/out/result-text'
import { getLimit, type Screen } from '#cli/out/screen'
import { type Spinner, startSpinner } from '#cli/out/spinner'
import type { StreamName } from '#cli/out/streams'
import type { Out, Result } from '#cli/out/types'
import type { formats } from '#cli/settings/table'
import type { SwapError } from '#domain/errors'

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
  /** What `status` finds that swap by. */
  reference(): string | undefined
}

export function createOut(
  command: string,
  style: OutputStyle,
  context: { readonly run: RunFacts; readonly telling: FailureOptions },
): RunningOut {
  const { write, unicode } = style
  let exit = 0
  let given = false
  let active: Spinner | undefined
  let swapId: string | undefined
  let reference: string | undefined
  const { resultText, itemText } = createResultTexts(command, style, context)

  return {
    screen: style.stderr,
    printResult(result) {
      const text = resultText(result)
      given = true
      swapId = swapIdOf(result)
      reference = result.reference ?? swapId
      exit = result.exit ?? 0
      write('stdout', text)
      // What another program reads has nothing else in it.
      if (result.isVerbatim && style.format === 'human' && !style.quiet && result.warnings?.length)
        write('stderr', renderForTerminal(warningLines(result, style.stderr), unicode, getLimit(style.stderr)))
    },
    exitCode: () => exit,
    hasResult: () => given,
    swapId: () => swapId,
    reference: () => reference,
    printItem(result) {
      write('stdout', itemText(result))
    },
    startRedraw() {
      const { format, get, quiet, stdout } = style
      if (format !== 'human' || get !== undefined || quiet || stdout.keepsLines === true) return undefined
      return createRedraw({ write: (text) => write('stdout', text), screen: stdout, unicode })
    },
    note(lines) {
      if (style.quiet) return
      active?.clear()
      write('stderr', renderForTerminal(lines(style.stderr), unicode, getLimit(style.stderr)))
    },
    async withSpinner(label, work) {
      const spinner = style.spinner && !style.quiet ? startSpinner(label, unicode) : undefined
      active = spinner
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
      active = spinner
      return { update: (words) => spinner.setLabel(`${label}: ${words}`), stop: () => spinner.stop() }
    },
    printFailure: (error) => writeFailure(error, style, context),
  }
}

function writeFailure(
  error: SwapError,
  { format, get, stderr, unicode, write }: OutputStyle,
  { run, telling }: { readonly run: RunFacts; readonly telling: FailureOptions },
): void {
  const onScreen = () =>
    write('stderr', renderForTerminal(failureLines(error, stderr, telling), unicode, getLimit(stderr)))
  if (format === 'human' || format === 'csv' || get !== undefined) return void onScreen()
  const document = format === 'api' ? apiFailure(error, run, telling) : failureDocument(error, run, telling)
  // If stdout fails, people at least see it on stderr.
  if (!write('stdout', `${toJsonText(document, format === 'json' ? 2 : 0)}\n`)) onScreen()
}

function swapIdOf({ data }: Result): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const id: unknown = Reflect.get(data, 'swapId')
  return typeof id === 'string' ? id : undefined
}
