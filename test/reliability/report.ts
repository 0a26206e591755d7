/** The page `docs/reliability.md`, from the stored result. */
import { readFileSync } from 'node:fs'
import type { StoredResult, StoredWorkload } from './result.ts'

const titles: Readonly<Record<string, string>> = {
  control: 'clients with planted faults',
  faults: 'endpoint faults',
  kills: 'kill -9',
  reorganisations: 'reorganizations',
}

const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const [head = [], ...rest] = rows
  return [head, head.map(() => '---'), ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function reportOf(path: string): string {
  const result = JSON.parse(readFileSync(path, 'utf8')) as StoredResult
  const all = Object.entries(result.workloads)
  const judged = all.filter(([name]) => name !== 'control')
  const caught = all.flatMap(([name, { failed }]) => (name === 'control' ? failed : []))
  return `# Reliability

Written by \`npm run test:reliability\` from \`test/reliability/reliability-result.json\`. Do not edit.
The built program runs behind endpoints that fail and lie, is killed, and has its swaps reorganized away. What it says is
compared with the bytes that endpoints got and with what the chain holds: [how](../test/reliability/README.md).

${table([
  ['commit', 'machine', 'versions', 'seed', 'lanes', 'time'],
  [
    result.commit,
    result.on,
    `swapline ${result.versions.swapline}, anvil ${result.versions.anvil}, Node.js ${result.versions.node}`,
    result.seed,
    result.lanes,
    `${Math.round(result.seconds / 60)} min`,
  ],
])}

## What was found

${table([
  ['', ...judged.map(([name]) => titles[name] ?? name)],
  ['cases', ...judged.map(([, { cases }]) => cases)],
  ['cases the rig could not carry out', ...judged.map(([, { broken }]) => broken.length)],
  ['runs of the program', ...judged.map(([, { runs }]) => runs)],
  ['slowest run, ms', ...judged.map(([, { slowestMs }]) => slowestMs)],
  ...violationRows(judged.map(([, kept]) => kept)),
  ['cases that failed', ...judged.map(([, { failed }]) => failed.length)],
])}

${failures(judged)}
## Exit codes

${judged.map(([name, kept]) => `### ${titles[name] ?? name}\n\n${exitTable(kept)}`).join('\n\n')}

## Clients with planted faults

The judge has to catch each of them; otherwise the run fails.

${table([['client', 'found'], ...caught.map(({ name, violations }) => [name.replace('control/', ''), violations.join(', ')])])}
`
}

function violationRows(kept: readonly StoredWorkload[]): readonly (readonly (string | number)[])[] {
  const names = Object.keys(kept[0]?.violations ?? {}) as (keyof StoredWorkload['violations'])[]
  return names.map((name) => [name, ...kept.map(({ violations }) => violations[name])])
}

function failures(judged: readonly (readonly [string, StoredWorkload])[]): string {
  const rows = judged.flatMap(([, { failed }]) => failed.map(({ name, violations }) => [name, violations.join(', ')]))
  return rows.length === 0 ? '' : `${table([['case', 'found'], ...rows])}\n`
}

function exitTable({ exitCodes }: StoredWorkload): string {
  const codes = [...new Set(Object.values(exitCodes).flatMap((counts) => Object.keys(counts)))]
  const place = (code: string): number => (code === 'killed' ? 1_000 : Number(code))
  codes.sort((a, b) => place(a) - place(b))
  const rows = Object.entries(exitCodes).map(([command, counts]) => [
    command,
    ...codes.map((code) => counts[code] ?? 0),
  ])
  return table([['', ...codes], ...rows])
}
