/** The text of a result on stdout, in each output format. */
import { formatCsv } from '#cli/out/csv'
import { createEnvelope, type RunFacts } from '#cli/out/envelope'
import type { FailureOptions } from '#cli/out/failure'
import { toJsonText } from '#cli/out/json-text'
import type { OutputStyle } from '#cli/out/out'
import { pickPath } from '#cli/out/pick-path'
import { renderForTerminal } from '#cli/out/render-for-terminal'
import { getLimit, type Screen } from '#cli/out/screen'
import type { Result } from '#cli/out/types'
import { fail } from '#domain/errors'

export interface ResultTexts {
  /** @throws `USAGE` for a form or a value that the result does not have */
  resultText(result: Result): string
  /** One of many results; the header of a table is only before the first. @throws as `resultText` */
  itemText(result: Result): string
}

export function createResultTexts(
  command: string,
  style: OutputStyle,
  context: { readonly run: RunFacts; readonly telling: FailureOptions },
): ResultTexts {
  const { format, write, unicode } = style
  let items = 0
  const screenText = (result: Result): string =>
    renderForTerminal(
      [...result.lines(style.stdout), ...(result.isVerbatim ? [] : warningLines(result, style.stdout))],
      unicode,
      result.isVerbatim ? undefined : getLimit(style.stdout),
    )

  return { resultText, itemText }

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

  function itemText(result: Result): string {
    const isFirst = items === 0
    items += 1
    if (style.get !== undefined) return pickText(result, style.get)
    if (format === 'human') return screenText(result)
    if (format === 'csv' && result.table !== undefined) return formatCsv(result.table.slice(isFirst ? 0 : 1))
    return `${toJsonText(createEnvelope(command, result, context.run))}\n`
  }

  function pickText(result: Result, path: string): string {
    const { text, missing } = pickPath(createEnvelope(command, result, context.run), path)
    if (text !== undefined) return `${text}\n`
    const reason = `The result has no "${path}".`
    if (!context.telling.sends)
      throw fail('USAGE', { reason, fix: `swapline schema ${command}` }, { why: `${missing.replace(/^./, toUpper)}.` })
    // A sent transaction must not look like a usage error, however wrong the path is.
    write('stderr', renderForTerminal([`${reason} ${missing}`], unicode))
    return '\n'
  }
}

const toUpper = (letter: string): string => letter.toUpperCase()

function rejectFormat(reason: string): never {
  throw fail('USAGE', { reason: `${reason}.`, fix: 'use -o json' })
}

export function warningLines({ warnings = [] }: Result, { paint }: Screen): readonly string[] {
  return warnings.map(({ message }) => `  ${paint.warn('warning')}  ${message}`)
}
