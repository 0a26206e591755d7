/** `npm run vectors`: reads files, compares, prints. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '../conformance/vectors.ts'
import { balancerMaths } from './balancer-maths.ts'
import { createFinding, type Finding, type Format } from './finding.ts'
import { ownFormat } from './own-format.ts'
import { statesOnly } from './states-only.ts'

const formats: readonly Format[] = [ownFormat, balancerMaths, statesOnly]
/** What lies in the folders of families. */
const isRecorded = (path: string): boolean => /\/(vectors\.json|recorded\/[^/]+\.json)$/.test(path)

/** @returns the exit status: 1 if an output differs or a file cannot be read, 2 if nothing was found */
export function run(words: readonly string[], out: { write(text: string): unknown }): number {
  const paths = words.filter((word) => !word.startsWith('--'))
  const files = paths.length === 0 ? filesOf('src/protocols').filter(isRecorded) : paths.flatMap(filesOf)
  const findings = files.map(checkFile)
  if (words.includes('--json')) out.write(`${JSON.stringify(findings, null, 2)}\n`)
  else for (const finding of findings) out.write(`${lineOf(finding)}\n`)
  if (findings.length === 0) return 2
  return findings.some(({ verdict }) => verdict === 'different' || verdict === 'unreadable') ? 1 : 0
}

/** The file itself; for a folder every file of vectors below it. */
function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(path, name))
    .toSorted()
}

export function checkFile(file: string): Finding {
  try {
    const content = parse(readFileSync(file, 'utf8'))
    for (const format of formats) {
      const understood = format(content, file)
      if (understood !== undefined) return createFinding(file, understood)
    }
  } catch (error) {
    return { file, verdict: 'unreadable', reason: error instanceof Error ? error.message : String(error) }
  }
  return { file, verdict: 'not supported', reason: 'written in no format of vectors that is known here' }
}

function lineOf(finding: Finding): string {
  const { file, verdict } = finding
  if ('reason' in finding) return `${file}: ${verdict}: ${finding.reason}`
  const { protocol, trades, withinDigits, differences } = finding
  const note = withinDigits === 0 ? '' : `, ${withinDigits} as far as the digits of the recorded rate tell`
  if (verdict === 'equal') return `${file}: equal: ${trades} of ${trades} outputs of ${protocol}${note}`
  const head = `${file}: different: ${differences.length} of ${trades} outputs of ${protocol}`
  return [head, ...differences.slice(0, 10).map((one) => `  ${one}`)].join('\n')
}
