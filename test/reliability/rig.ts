/** Runs cases on several lanes at once and tallies the results. */
import { join } from 'node:path'
import type { CaseResult } from './fault-cases.ts'
import { type Violation, violations } from './judge.ts'
import { type Lane, startLane } from './lane.ts'

export interface Workload<C extends { readonly name: string }> {
  readonly network: Lane['network']
  readonly cases: readonly C[]
  run(lane: Lane, one: C): Promise<CaseResult>
}

/** A case that the rig itself could not run. */
export interface BrokenCase {
  readonly name: string
  readonly reason: string
}

export interface Tally {
  readonly cases: number
  readonly runs: number
  /** Runs of each command by exit code; `killed` if a signal ended them. */
  readonly exitCodes: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly violations: Readonly<Record<Violation, number>>
  readonly failed: readonly CaseResult[]
  readonly broken: readonly BrokenCase[]
  readonly slowestMs: number
  readonly seconds: number
}

/** Their start costs more than a case, so workloads use them in turn. */
export interface Lanes {
  /** One that nobody uses, or a new one. */
  take(network: Lane['network']): Promise<Lane>
  giveBack(lane: Lane): void
  close(): Promise<void>
}

/** Chains of other networks are cached there between runs of the rig. */
const chainCache = join(import.meta.dirname, '../../node_modules/.cache/swapline-reliability')

export function createLanes(): Lanes {
  const idle: Lane[] = []
  return {
    take: async (network) => {
      const at = idle.findIndex((lane) => lane.network === network)
      const [lane] = at === -1 ? [] : idle.splice(at, 1)
      return lane ?? startLane(network, chainCache)
    },
    giveBack: (lane) => void idle.push(lane),
    close: async () => {
      await Promise.all(idle.splice(0).map((lane) => lane.close()))
    },
  }
}

export async function runWorkload<C extends { readonly name: string }>(
  { network, cases, run }: Workload<C>,
  options: {
    readonly lanes: Lanes
    readonly atOnce: number
    readonly onResult?: (result: CaseResult) => void
    readonly onProgress?: (done: number, of: number) => void
  },
): Promise<Tally> {
  const began = performance.now()
  const waiting = [...cases]
  const results: CaseResult[] = []
  const broken: BrokenCase[] = []
  const work = async (): Promise<void> => {
    const lane = await options.lanes.take(network)
    try {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const { name } = one
        const result = await run(lane, one).catch((error: unknown) => ({ name, reason: String(error) }))
        if ('reason' in result) broken.push(result)
        else {
          results.push(result)
          options.onResult?.(result)
        }
        const done = results.length + broken.length
        if (done % 100 === 0) options.onProgress?.(done, cases.length)
      }
    } finally {
      options.lanes.giveBack(lane)
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.atOnce, Math.ceil(cases.length / 2)) }, work))
  return { ...tallyOf(results), broken, seconds: Math.round((performance.now() - began) / 1_000) }
}

function tallyOf(results: readonly CaseResult[]): Omit<Tally, 'broken' | 'seconds'> {
  const exitCodes: Record<string, Record<string, number>> = {}
  const counts = Object.fromEntries(violations.map((violation) => [violation, 0])) as Record<Violation, number>
  let slowestMs = 0
  for (const { runs, violations: found } of results) {
    for (const violation of found) counts[violation]++
    for (const { args, code, milliseconds } of runs) {
      const key = code === null ? 'killed' : String(code)
      const ofCommand = exitCodes[commandOf(args)] ?? {}
      exitCodes[commandOf(args)] = { ...ofCommand, [key]: (ofCommand[key] ?? 0) + 1 }
      slowestMs = Math.max(slowestMs, milliseconds)
    }
  }
  const runs = results.reduce((sum, one) => sum + one.runs.length, 0)
  const failed = results.filter((one) => one.violations.length > 0)
  return { cases: results.length, runs, exitCodes, violations: counts, failed, slowestMs }
}

const commandOf = (args: readonly string[]): string =>
  [args[0], ...['--no-wait', '--watch'].filter((flag) => args.includes(flag))].join(' ')
