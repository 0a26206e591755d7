import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Hex } from '#domain/units'
import type { AcrossSide } from './pair.ts'

/** What both chains say of a crossing: the unit tests of tracking read it. */
export async function recordChains(
  { source, destination }: { readonly source: AcrossSide; readonly destination: AcrossSide },
  [deposit, payment]: readonly [Hex, Hex],
) {
  return {
    sourcePool: source.spokePool,
    destinationPool: destination.spokePool,
    crossing: destination.crossing,
    deposit,
    payment,
    sourceReceipt: await source.reader.receipt(deposit),
    destinationReceipt: await destination.reader.receipt(payment),
  }
}

const describeRun = () => ({
  commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
  node: process.version,
  anvil: JSON.parse(readFileSync('package.json', 'utf8')).dependencies['@foundry-rs/anvil'],
})

/** Where the script that runs the test asks for it. */
export function writeOutcome(file: string, outcome: Readonly<Record<string, unknown>>): void {
  const path = process.env['SWAPLINE_CROSSING_RESULT']
  if (path !== undefined)
    writeFileSync(`${path}/${file}`, `${JSON.stringify({ ...describeRun(), ...outcome }, null, 2)}\n`)
}

/** As {@link writeOutcome}, after the runs of the same commit, of which a long test may take several. */
export function appendOutcome(file: string, outcome: Readonly<Record<string, unknown>>): void {
  const path = `${process.env['SWAPLINE_CROSSING_RESULT']}/${file}`
  const { commit } = describeRun()
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  writeOutcome(file, { runs: [...(before.commit === commit ? before.runs : []), outcome] })
}

/** As {@link writeOutcome}, with what unit tests read. */
export function writeResult(gas: Readonly<Record<string, number>>, recorded: Readonly<Record<string, unknown>>): void {
  const path = process.env['SWAPLINE_CROSSING_RESULT']
  if (path === undefined) return
  const { dependencies } = JSON.parse(readFileSync('test/crossing/apart/package.json', 'utf8'))
  const result = { ...describeRun(), ...dependencies, gas }
  writeFileSync(`${path}/result.json`, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(`${path}/recorded.data.json`, `${JSON.stringify(recorded, null, 2)}\n`)
}
