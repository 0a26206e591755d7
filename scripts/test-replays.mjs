/**
 * `npm run test:replays`: 500 recorded quotes of the sandbox over all families, each replayed to the wei with the network
 * blocked, as recorded and redacted, in ten parts with seeds of their own; the result is written to
 * `test/debugging/replays-result.json`. A number as argument runs that part alone, and the parts that were run are kept
 * in `node_modules/.replays` until all are there.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const parts = 10
const each = 50
const firstSeed = 20_261_121
const folder = 'node_modules/.replays'
/** @param {number} part */
const fileOf = (part) => join(folder, `${part}.json`)

const only = process.argv[2]
mkdirSync(folder, { recursive: true })
for (let part = 1; part <= parts; part += 1) {
  if (only !== undefined && Number(only) !== part) continue
  rmSync(fileOf(part), { force: true })
  const env = {
    ...process.env,
    SWAPLINE_REPLAYS: String(each),
    SWAPLINE_REPLAYS_RESULT: fileOf(part),
    SWAPLINE_SEED: String(firstSeed + part),
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/debugging/recorded-quotes.test.ts']
  const { status } = spawnSync(process.execPath, vitest, { env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
if (Array.from({ length: parts }, (_, i) => i + 1).every((part) => existsSync(fileOf(part)))) writeResult()

function writeResult() {
  const rows = Array.from({ length: parts }, (_, i) => JSON.parse(readFileSync(fileOf(i + 1), 'utf8')))
  /** @param {string} key */
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  /** @param {string} key */
  const max = (key) => Math.max(...rows.map((row) => row[key]))
  const result = {
    quotes: sum('quotes'),
    purchases: sum('purchases'),
    split: sum('split'),
    replayedEqual: sum('replayedEqual'),
    redactedEqual: sum('redactedEqual'),
    connections: sum('connections'),
    legs: max('legs'),
    pools: max('pools'),
    families: [...new Set(rows.flatMap((row) => row.families))].toSorted((a, b) => (a < b ? -1 : 1)),
    seeds: rows.map((row) => row.seed),
    seconds: sum('seconds'),
    commit: spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim(),
    version: rows[0].version,
    on: rows[0].on,
  }
  writeFileSync('test/debugging/replays-result.json', `${JSON.stringify(result, null, 2)}\n`)
}
