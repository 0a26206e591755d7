/**
 * A sample of the rig at every `npm test`, each time another one; `npm run test:reliability` sets the variables for all
 * of it and stores the result. Repeat one case: `npm run test:reliability -- --only "faults/reset after/resume/3" --seed
 * 20261121`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltProgram, buildOnce } from '../e2e/build-once.ts'
import { controlCases, runControlCase } from './control.ts'
import { drawShare } from './draw.ts'
import { type CaseResult, faultCases, runFaultCase } from './fault-cases.ts'
import { killCases, runKillCase } from './kill-cases.ts'
import { reorgCases, runReorgCase } from './reorg-cases.ts'
import { writeResult } from './result.ts'
import { createLanes, runWorkload, type Tally, type Workload } from './rig.ts'
import { sampleControl, sampleFaults, sampleKills, sampleReorgs } from './sample.ts'
import { describeCase } from './words.ts'

const {
  SWAPLINE_SEED = String(Date.now() % 1_000_000),
  SWAPLINE_RELIABILITY_SEEDS: seeds,
  SWAPLINE_RELIABILITY_REORGS: reorgs,
  SWAPLINE_RELIABILITY_KILLS: kills,
  SWAPLINE_RELIABILITY_LANES = '3',
  SWAPLINE_RELIABILITY_ONLY: only,
  SWAPLINE_RELIABILITY_RESULT: result,
} = process.env
const seed = Number(SWAPLINE_SEED)
const lanes = Number(SWAPLINE_RELIABILITY_LANES)

/** None is cut short by the test's own limit: every run of the program has one. */
const limitMs = 3_600_000

let program: BuiltProgram
const tallies: Record<string, Tally> = {}
const chains = createLanes()
const draw = drawShare('reliability')
beforeAll(() => {
  program = buildOnce()
  console.log(`reliability: seed ${seed}, ${lanes} lanes`)
}, 120_000)
afterAll(async () => {
  await chains.close()
  program.remove()
  if (result !== undefined) writeResult(result, { seed, lanes, tallies })
})

async function play<C extends { readonly name: string }>(name: string, work: Workload<C>): Promise<Tally> {
  const cases = work.cases.filter((one) => only === undefined || one.name === only)
  const tally = await runWorkload(
    { ...work, cases },
    {
      lanes: chains,
      atOnce: lanes,
      onResult: tell,
      onProgress: (done, of) => console.log(`${name}: ${done} of ${of}`),
    },
  )
  tallies[name] = tally
  console.log(`${name}: ${tally.cases} cases, ${tally.runs} runs, ${tally.seconds} s`)
  expect(tally.broken).toEqual([])
  return tally
}

function tell(one: CaseResult): void {
  if (only !== undefined || one.violations.length > 0) console.log(describeCase(one, { whole: only !== undefined }))
}

const failuresOf = ({ failed }: Tally) => failed.map(({ name, violations }) => ({ name, violations }))

test(
  'the judge catches clients with known mistakes',
  async () => {
    const cases = seeds === undefined && only === undefined ? sampleControl(draw) : controlCases
    const tally = await play('control', {
      network: 'sandbox',
      cases,
      run: (lane, one) => runControlCase(program.bin, lane, one),
    })
    for (const { name, caught } of cases.filter((one) => only === undefined || one.name === only))
      expect(tally.failed.find((one) => one.name === name)?.violations).toEqual(expect.arrayContaining([...caught]))
  },
  limitMs,
)

test(
  'whatever endpoints do, every claim about a swap is true and it happens once',
  async () => {
    const played = seeds === undefined ? sampleFaults(draw) : faultCases(Number(seeds))
    const cases = only === undefined ? played : faultCases(200)
    const run: Workload<(typeof cases)[number]>['run'] = (lane, one) => runFaultCase(program.bin, lane, one, seed)
    expect(failuresOf(await play('faults', { network: 'sandbox', cases, run }))).toEqual([])
  },
  limitMs,
)

test(
  'killed at random moments and rerun, each id swaps once',
  async () => {
    const played = kills === undefined ? sampleKills(draw) : killCases(Number(kills))
    const cases = only === undefined ? played : killCases(1_000_000)
    const run: Workload<(typeof cases)[number]>['run'] = (lane, one) => runKillCase(program.bin, lane, one, seed)
    expect(failuresOf(await play('kills', { network: 'sandbox', cases, run }))).toEqual([])
  },
  limitMs,
)

test(
  'a swap removed by a reorganization ends correctly',
  async () => {
    const played = reorgs === undefined ? sampleReorgs(draw) : reorgCases(Number(reorgs))
    const cases = only === undefined ? played : reorgCases(10_000)
    const run: Workload<(typeof cases)[number]>['run'] = (lane, one) => runReorgCase(program.bin, lane, one, seed)
    expect(failuresOf(await play('reorganisations', { network: 'base', cases, run }))).toEqual([])
  },
  limitMs,
)
