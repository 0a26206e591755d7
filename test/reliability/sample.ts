import { createDraw } from './draw.ts'
import type { FaultCase } from './fault-cases.ts'

/** For each fault two commands, chosen by the seed: another seed gives another sample. */
export function sampleOf(cases: readonly FaultCase[], seed: number): readonly FaultCase[] {
  const faults = [...new Set(cases.map(({ fault }) => fault))]
  return faults.flatMap((fault) => {
    const waiting = cases.filter((one) => one.fault === fault && one.command !== 'quote')
    const draw = createDraw(seed, `sample/${fault}`)
    return [0, 1].flatMap(() => waiting.splice(draw.whole(0, waiting.length - 1), 1))
  })
}
