/**
 * `npm run mutate:trade`: plants bugs in signing, sending, recording and concluding, one at a time in a copy of the
 * repository, and checks that the tests notice. Words select mutants by name: `npm run mutate:trade -- nonce`. A run of
 * all mutants writes test/trade/mutants-result.json.
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

const words = process.argv.slice(2)
const chosen = mutants.filter(([name]) => words.every((word) => name.includes(word)))
if (chosen.length === 0) throw new Error('no mutant has such a name')

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const root = mkdtempSync(join(tmpdir(), 'swapline-mutants-'))
try {
  for (const path of git('ls-files').split('\n')) cpSync(path, join(root, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const tests = [...new Set(chosen.flatMap((one) => one[4]))]
  if (!passes(tests)) throw new Error('the tests fail without a planted bug')
  console.log(`no bug planted: ${tests.length} files of tests pass`)
  const rows = chosen.map(tried)
  const survived = rows.filter(({ killed }) => !killed)
  console.log(`killed ${rows.length - survived.length} of ${rows.length}`)
  for (const { name } of survived) console.log(`survived: ${name}`)
  if (survived.length > 0) process.exitCode = 1
  if (chosen.length === mutants.length) writeFileSync('test/trade/mutants-result.json', resultOf(rows))
} finally {
  rmSync(root, { recursive: true, force: true })
}

/**
 * Plants the bug, whose text must occur exactly once, and runs its tests.
 * @param {Mutant} mutant
 */
function tried([name, file, stands, planted, tests]) {
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
    return { name, file, killed: by !== null, by }
  } finally {
    writeFileSync(path, sound)
  }
}

/** @param {readonly string[]} tests */
function passes(tests) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--typecheck.enabled=false', ...tests]
  return spawnSync(process.execPath, vitest, { cwd: root, stdio: 'ignore', timeout: 300_000 }).status === 0
}

/** @param {readonly Row[]} rows */
function resultOf(rows) {
  const killed = rows.filter((row) => row.killed).length
  const machine = `${cpus().length} × ${cpus()[0]?.model}`
  const run = { commit: git('rev-parse', '--short', 'HEAD'), machine, node: process.version }
  return `${JSON.stringify({ ...run, killed, of: rows.length, mutants: rows }, null, 2)}\n`
}
