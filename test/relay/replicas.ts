/** Replicas of a service with a relayer, each killed at one point after another and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { relayPoints } from '#relay/context'
import { bundleModule } from '../bundle.ts'

export interface Replicas {
  /** The address of one that serves, each in turn. */
  url(): Promise<string>
  /** How often one was killed at each point. */
  readonly kills: ReadonlyMap<string, number>
  /** From here on no replica is killed. */
  calm(): Promise<void>
  close(): Promise<void>
}

interface ReplicaOptions {
  readonly db: string
  readonly chainUrl: string
  readonly count: number
  readonly random: () => number
}

export async function startReplicas({ db, chainUrl, count, random }: ReplicaOptions): Promise<Replicas> {
  const bundle = await bundleModule(join(import.meta.dirname, 'replica.ts'))
  const state = mkdtempSync(join(tmpdir(), 'swapline-replicas-'))
  const kills = new Map<string, number>(relayPoints.map((point) => [point, 0]))
  let isCalm = false
  let isOver = false
  let next = 0

  const slots = Array.from({ length: count }, () => {
    let child: ChildProcess
    let url: Promise<string>
    const start = (): void => {
      const point = isCalm ? 'none' : (relayPoints[next % relayPoints.length] ?? 'none')
      next += 1
      const passes = String(1 + Math.floor(random() * 16))
      child = spawn(process.execPath, [bundle.path, db, chainUrl, state, point, passes], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const lines = createInterface({ input: child.stdout ?? process.stdin })
      url = new Promise((resolve) => lines.once('line', resolve))
      child.once('exit', (_, signal) => {
        if (isOver) return
        if (signal === 'SIGKILL' && !isCalm) kills.set(point, (kills.get(point) ?? 0) + 1)
        start()
      })
    }
    start()
    return { url: () => url, child: () => child }
  })
  let turn = 0
  return {
    url: async () => {
      turn += 1
      return (await slots[turn % count]?.url()) ?? ''
    },
    kills,
    calm: async () => {
      isCalm = true
      for (const slot of slots) {
        const gone = once(slot.child(), 'exit')
        slot.child().kill('SIGKILL')
        await gone
      }
    },
    close: async () => {
      isOver = true
      for (const slot of slots) {
        const gone = once(slot.child(), 'exit')
        slot.child().kill('SIGKILL')
        await gone
      }
      bundle.remove()
      rmSync(state, { recursive: true, force: true })
    },
  }
}
