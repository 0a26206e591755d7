/** The stored result of a long run: figures and their conditions. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Violation } from './judge.ts'
import type { Tally } from './rig.ts'

export interface StoredWorkload extends Omit<Tally, 'failed'> {
  readonly failed: readonly { readonly name: string; readonly violations: readonly Violation[] }[]
}

export interface StoredResult {
  readonly commit: string
  readonly on: string
  readonly versions: { readonly swapline: string; readonly anvil: string; readonly node: string }
  readonly seed: number
  readonly lanes: number
  readonly seconds: number
  readonly workloads: Readonly<Record<string, StoredWorkload>>
}

interface Figures {
  readonly seed: number
  readonly lanes: number
  readonly tallies: Readonly<Record<string, Tally>>
}

const root = join(import.meta.dirname, '../..')

export function writeResult(path: string, { seed, lanes, tallies }: Figures): void {
  const kept = Object.entries(tallies).map(([name, tally]): [string, StoredWorkload] => [
    name,
    { ...tally, failed: tally.failed.map(({ name: failed, violations }) => ({ name: failed, violations })) },
  ])
  const result: StoredResult = {
    commit: readCommit(),
    on: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    versions: {
      swapline: versionOf(join(root, 'package.json')),
      anvil: versionOf(join(root, 'node_modules/@foundry-rs/anvil/package.json')),
      node: process.versions.node,
    },
    seed,
    lanes,
    seconds: Object.values(tallies).reduce((sum, tally) => sum + tally.seconds, 0),
    workloads: Object.fromEntries(kept),
  }
  writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`)
}

const versionOf = (path: string): string => (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version

/** Marked if files that the run depends on have changed since. */
function readCommit(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changed = git(
    'status',
    '--porcelain',
    '--',
    'src',
    'bin',
    'test/reliability',
    'test/chain',
    ':!test/reliability/*.json',
  )
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed === '' ? '' : ' with changes'}`
}
