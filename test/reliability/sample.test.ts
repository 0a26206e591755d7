import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Built, built } from '../e2e/built.ts'
import { faultCases, runFaultCase } from './fault-cases.ts'
import { runWorkload } from './rig.ts'

const { SWAPLINE_SEED = '1', SWAPLINE_RELIABILITY_LANES = '6', SWAPLINE_RELIABILITY_ONLY } = process.env
const seed = Number(SWAPLINE_SEED)
const lanes = Number(SWAPLINE_RELIABILITY_LANES)

let program: Built
beforeAll(() => {
  program = built()
})
afterAll(() => program.remove())

test('faults', async () => {
  const cases = faultCases(1).filter(
    ({ name }) => SWAPLINE_RELIABILITY_ONLY === undefined || name.includes(SWAPLINE_RELIABILITY_ONLY),
  )
  const tally = await runWorkload(
    { network: 'sandbox', cases, run: (lane, one) => runFaultCase(program.bin, lane, one, seed) },
    { lanes },
  )
  const { failed, ...rest } = tally
  for (const { name, drawn, runs, violations } of failed)
    console.log(
      name,
      drawn,
      violations,
      runs.map(
        ({ args, code, violations, milliseconds }) => `${args.join(' ')} -> ${code} ${violations} ${milliseconds}`,
      ),
    )
  console.log(JSON.stringify(rest, null, 1))
  if (SWAPLINE_RELIABILITY_ONLY) for (const f of failed) console.log(f.runs.map((r) => r.stdout + r.stderr).join('\n'))
  expect(failed.length).toBe(0)
}, 3_600_000)
