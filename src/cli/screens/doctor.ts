import { wrapText } from '#cli/out/failure'
import { sanitize } from '#cli/out/safe-text'
import type { Screen } from '#cli/out/screen'
import type { Finding } from '#domain/diagnosis'

/** Each finding with its mark, and below it what to do. */
export function doctorLines(findings: readonly Finding[], { width, paint }: Screen): readonly string[] {
  const problems = findings.filter(({ level }) => level === 'problem').length
  return [
    ...findings.flatMap(({ check, subject, level, message, fix }) => {
      const said = wrapText(sanitize(`${check} ${subject}: ${message}`, 400), width - 4)
      const mark = level === 'problem' ? paint.bad('✖') : level === 'note' ? paint.warn('·') : paint.good('✔')
      return [
        `${mark} ${said.join('\n    ')}`,
        ...(fix === undefined ? [] : [`    → ${paint.next(sanitize(fix, 400))}`]),
      ].flatMap((line) => line.split('\n'))
    }),
    problems === 0
      ? `  No problem found in ${findings.length} checks.`
      : `  ${problems} of ${findings.length} checks found a problem.`,
  ]
}
