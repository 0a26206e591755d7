import { createDraw } from './draw.ts'
import type { FaultCase } from './fault-cases.ts'

/** For each fault one command, chosen by the seed: another seed gives another sample. */
export function sampleOf(cases: readonly FaultCase[], seed: number): readonly FaultCase[] {
  const faults = [...new Set(cases.map(({ fault }) => fault))]
  return faults.map((fault) => {
    const waiting = cases.filter((one) => one.fault === fault && one.command !== 'quote')
    return createDraw(seed, `sample/${fault}`).pick(waiting)
  })
}
