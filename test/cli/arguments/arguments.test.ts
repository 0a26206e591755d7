/**
 * Any arguments whatever: no crash, no control byte, no stack trace, a documented exit status. `npm run
 * test:arguments` takes 50,000 in this process and 2,000 through the built program, and writes the result.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCompletionTable } from '#cli/completion/create-table'
import { version } from '#cli/version'
import { runSwapline } from '../run-built.ts'
import { createGenerator, createRandom, excludedCommands } from './generator.ts'
import { deadEndpoints, takeOverProcess } from './in-process.ts'
import { type JudgedRun, judgeRun } from './judge.ts'

const {
  SWAPLINE_SEED = '1',
  SWAPLINE_ARGUMENT_RUNS = '600',
  SWAPLINE_ARGUMENT_BUILT_RUNS = '8',
  SWAPLINE_ARGUMENT_RESULT,
} = process.env
const seed = Number(SWAPLINE_SEED)
const counts = { inProcess: Number(SWAPLINE_ARGUMENT_RUNS), built: Number(SWAPLINE_ARGUMENT_BUILT_RUNS) }
const table = await createCompletionTable()
const homes: string[] = []
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const results: Record<string, unknown> = {}

function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'swapline-arguments-'))
  homes.push(home)
  return home
}

afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
  if (SWAPLINE_ARGUMENT_RESULT !== undefined) writeResult(SWAPLINE_ARGUMENT_RESULT)
})

const limit = { timeout: 3_600_000 }

test(`${counts.inProcess} argument vectors in this process, seed ${seed}`, limit, async () => {
  const taken = takeOverProcess(createHome())
  const generator = createGenerator(table, createRandom(seed))
  const tally = createTally()
  try {
    for (let i = 0; i < counts.inProcess; i++) tally.add(await taken.run(generator.next()))
  } finally {
    taken.end()
  }
  results['inProcess'] = tally.summary()
  expect(tally.faults).toEqual([])
})

test(`${counts.built} argument vectors through the built program, seed ${seed + 1}`, limit, async () => {
  const generator = createGenerator(table, createRandom(seed + 1))
  const tally = createTally()
  const env = { ...deadEndpoints, SWAPLINE_TIMEOUT: '10s' }
  const workers = Array.from({ length: 2 }, async (_, lane) => {
    for (let i = lane; i < counts.built; i += 2) {
      const args = generator.next()
      const home = createHome()
      mkdirSync(join(home, 'work'))
      // A NUL cannot be an argument of a process.
      tally.add({ args, ...(await runSwapline(home, args, { env, cwd: join(home, 'work') })) })
      rmSync(home, { recursive: true, force: true })
    }
  })
  await Promise.all(workers)
  results['built'] = tally.summary()
  expect(tally.faults).toEqual([])
})

/** Found by the runs above. */
test.each([
  [
    'two recipients, of which the first is no contact and the second no address',
    ['policy', 'set', 'allow-recipients', '10', '😀'],
  ],
  ['a folder where a file is expected', ['simulate', '/']],
])('%s', async (_, args) => {
  const run = await runSwapline(createHome(), args, { env: deadEndpoints })
  expect([judgeRun({ args, ...run }), run.code]).toEqual([[], 2])
})

function createTally() {
  const byExit = new Map<string, number>()
  const faults: { readonly args: string; readonly faults: readonly string[]; readonly stderr: string }[] = []
  const begun = performance.now()
  let runs = 0
  return {
    faults,
    add(run: JudgedRun) {
      runs += 1
      byExit.set(String(run.code), (byExit.get(String(run.code)) ?? 0) + 1)
      const found = judgeRun(run)
      if (found.length > 0)
        faults.push({ args: JSON.stringify(run.args).slice(0, 1_000), faults: found, stderr: run.stderr.slice(0, 500) })
    },
    summary: () => ({
      runs,
      byExit: Object.fromEntries([...byExit].toSorted(([a], [b]) => Number(a) - Number(b))),
      faults: faults.length,
      seconds: Math.round((performance.now() - begun) / 1_000),
    }),
  }
}

function writeResult(path: string): void {
  const on = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node.js ${process.versions.node}`
  const excluded = excludedCommands
  writeFileSync(path, `${JSON.stringify({ commit, version, on, seed, ...results, excluded }, null, 2)}\n`)
}
