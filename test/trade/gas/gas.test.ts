/**
 * The expected gas of a swap is what it uses, and its limit is near what it needs and always enough, also where others
 * have moved its pools meanwhile. `SWAPLINE_GAS_SWAPS` is the number of swaps, `SWAPLINE_SEED` draws them,
 * `SWAPLINE_GAS_RESULT` names the file for the result.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { swaps } from './draws.ts'
import { resultOf } from './result.ts'
import { createGasRig, type GasRow } from './run.ts'

const wanted = Number(process.env['SWAPLINE_GAS_SWAPS'] ?? 60)
const seed = Number(process.env['SWAPLINE_SEED'] ?? 1)
const path = process.env['SWAPLINE_GAS_RESULT']
vi.setConfig({ testTimeout: 180_000 + 2_000 * wanted })

test('is told truly, and is enough', async () => {
  const rig = await createGasRig()
  const rows: GasRow[] = []
  for (const drawn of fc.sample(swaps, { seed, numRuns: 2 * wanted })) {
    if (rows.length >= wanted) break
    const row = await rig.swap(drawn)
    if (row !== undefined) rows.push(row)
  }
  await rig.close()
  const result = resultOf(rows)
  console.info(JSON.stringify(result, undefined, 2))
  if (path !== undefined) {
    const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
    const machine = `${cpus().length} × ${cpus()[0]?.model.replace(/ \d.*| Processor.*/, '')}`
    const run = { commit, machine, node: process.version, seed, ...result }
    writeFileSync(path, `${JSON.stringify(run, undefined, 2)}\n`)
  }
  expect(rows).toHaveLength(wanted)
  expect(rows.filter(({ outcome }) => outcome === 'out-of-gas')).toEqual([])
  // of few swaps a share says little
  expect(result.expected.within5Percent).toBeGreaterThan(0.8)
  expect(result.limitByNeed.p95).toBeLessThan(1.5)
})
