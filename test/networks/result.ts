/** What `npm run test:networks` writes. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

export interface Row {
  readonly network: string
  readonly chainId: number
  readonly sold: string
  readonly quoted: string
  readonly received: string
  /** What a sale of what was bought brought. */
  readonly back?: string
  /** In wei: as told by the quote of the way back, and as paid beyond its gas. */
  readonly l1Fee?: { readonly told: string; readonly paid: string }
}

const { SWAPLINE_NETWORKS_RESULT: path } = process.env

/** Writes them next to those that earlier runs of the same commit wrote of other networks. */
export function addToResult(rows: readonly Row[]): void {
  if (path === undefined) return
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const kept = readRows(path, commit).filter(({ network }) => rows.every((row) => row.network !== network))
  const networks = [...kept, ...rows].toSorted((a, b) => a.chainId - b.chainId)
  const result = { commit, machine: `${cpus().length} × ${cpus()[0]?.model}`, node: process.version, networks }
  writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`)
}

function readRows(file: string, commit: string): readonly Row[] {
  if (!existsSync(file)) return []
  const before: { readonly commit: string; readonly networks: readonly Row[] } = JSON.parse(readFileSync(file, 'utf8'))
  return before.commit === commit ? before.networks : []
}
