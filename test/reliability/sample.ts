/** What `npm test` plays of each workload; `npm run test:reliability` plays everything. */
import { type ControlCase, controlCases } from './control.ts'
import { type Draw, pickSome } from './draw.ts'
import { type FaultCase, faultCases } from './fault-cases.ts'
import { type KillCase, killCases } from './kill-cases.ts'
import { type ReorgCase, reorgCases } from './reorg-cases.ts'

/** Of the clients that swap twice one, and each of the others. */
export function sampleControl(draw: Draw): readonly ControlCase[] {
  const twice = ({ rule, caught }: ControlCase): boolean => rule !== undefined && caught.includes('double')
  return [draw.pick(controlCases.filter(twice)), ...controlCases.filter((one) => !twice(one))]
}

/** Of the faults a third, each at one command that claims or sends something. */
export function sampleFaults(draw: Draw): readonly FaultCase[] {
  const cases = faultCases(1).filter(({ command }) => command !== 'quote')
  const faults = [...new Set(cases.map(({ fault }) => fault))]
  return pickSome(draw, faults, Math.ceil(faults.length / 3)).map((fault) =>
    draw.pick(cases.filter((one) => one.fault === fault)),
  )
}

export const sampleKills = (draw: Draw): readonly KillCase[] => [{ ...draw.pick(killCases(1_000)), kills: 3 }]

export const sampleReorgs = (draw: Draw): readonly ReorgCase[] => pickSome(draw, reorgCases(300), 2)
