/**
 * `npm run mutate:trade`: plants bugs in signing, sending, recording and concluding, one at a time in a copy of the
 * repository, and checks that the tests notice. Words select mutants by name: `npm run mutate:trade -- nonce`. A run of
 * all mutants writes test/trade/mutants-result.json; `--missing` runs those that it has no row of, and adds each as soon
 * as it is known, so that it may be ended and begun again.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { mutants } from './mutants/trade.mjs'

/**
 * @import { Mutant } from './mutants/trade.mjs'
 * @typedef {ReturnType<typeof tried>} Row
 */

const kept = 'test/trade/mutants-result.json'
const addsMissing = process.argv.includes('--missing')
const words = process.argv.slice(2).filter((word) => word !== '--missing')
const recorded = readRecorded()
/** @type {Set<string>} */
const sane = new Set()
const chosen = mutants
  .filter(([name]) => words.every((word) => name.includes(word)))
  .filter(([name]) => !addsMissing || !recorded.some((row) => row.name === name))
if (chosen.length === 0) throw new Error('no mutant is left that has such a name')

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const commit = git('rev-parse', '--short', 'HEAD')
const root = mkdtempSync(join(tmpdir(), 'swapline-mutants-'))
try {
  for (const path of git('ls-files').split('\n')) cpSync(path, join(root, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const rows = chosen.map((mutant) => {
    const row = tried(mutant)
    // read again: another run may have added its own meanwhile
    if (addsMissing) writeFileSync(kept, resultOf([...readRecorded().filter(({ name }) => name !== row.name), row]))
    return row
  })
  const survived = rows.filter(({ killed }) => !killed)
  console.log(`killed ${rows.length - survived.length} of ${rows.length}`)
  for (const { name } of survived) console.log(`survived: ${name}`)
  if (survived.length > 0) process.exitCode = 1
  if (chosen.length === mutants.length) writeFileSync(kept, resultOf(rows))
} finally {
  rmSync(root, { recursive: true, force: true })
}

/**
 * Plants the bug, whose text must occur exactly once, and runs its tests.
 * @param {Mutant} mutant
 */
function tried([name, file, stands, planted, tests]) {
  for (const test of tests) requireSound(test)
  const path = join(root, file)
  const sound = readFileSync(path, 'utf8')
  if (sound.split(stands).length !== 2) throw new Error(`${name}: not in exactly one place of ${file}`)
  writeFileSync(
    path,
    sound.replace(stands, () => planted),
  )
  try {
    const by = tests.find((test) => !passes([test])) ?? null
    console.log(`${by === null ? 'SURVIVED' : 'killed  '} ${name}`)
    return { name, file, killed: by !== null, by, commit }
  } finally {
    writeFileSync(path, sound)
  }
}

/**
 * Tests that fail without a planted bug would kill every mutant. Each file is run once.
 * @param {string} test
 */
function requireSound(test) {
  if (!sane.has(test) && !passes([test])) throw new Error(`${test} fails without a planted bug`)
  sane.add(test)
}

/** @param {readonly string[]} tests */
function passes(tests) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...tests]
  return spawnSync(process.execPath, vitest, { cwd: root, stdio: 'ignore', timeout: 300_000 }).status === 0
}

/** Rows of mutants that there still are. @returns {Row[]} */
function readRecorded() {
  const names = new Set(mutants.map(([name]) => name))
  const { mutants: rows } = JSON.parse(readFileSync(kept, 'utf8'))
  return rows.filter((/** @type {Row} */ row) => names.has(row.name))
}

/** @param {readonly Row[]} rows */
function resultOf(rows) {
  const killed = rows.filter((row) => row.killed).length
  const machine = `${cpus().length} × ${cpus()[0]?.model}`
  const run = { commit, machine, node: process.version }
  return `${JSON.stringify({ ...run, killed, of: rows.length, mutants: rows }, null, 2)}\n`
}
