import type { Read } from '#domain/calls/reads'
import type { Hex } from '#domain/units'

type ReadFunction = (reads: readonly Read<unknown>[]) => Promise<readonly Hex[]>

interface PendingRead {
  readonly reads: readonly Read<unknown>[]
  readonly resolve: (answers: readonly Hex[]) => void
  readonly reject: (error: unknown) => void
}

/** Sends reads at once if none is in flight; reads that arrive meanwhile are sent together afterwards. */
export function batchReads(ask: ReadFunction): ReadFunction {
  let waiting: PendingRead[] = []
  let asking = false

  async function readAllPending(): Promise<void> {
    asking = true
    while (waiting.length > 0) {
      const mine = waiting
      waiting = []
      try {
        const answers = await ask(mine.flatMap(({ reads }) => reads))
        let next = 0
        for (const { reads, resolve } of mine) {
          resolve(answers.slice(next, next + reads.length))
          next += reads.length
        }
      } catch (error) {
        for (const { reject } of mine) reject(error)
      }
    }
    asking = false
  }

  return (reads) =>
    new Promise((resolve, reject) => {
      if (reads.length === 0) return resolve([])
      waiting.push({ reads, resolve, reject })
      if (!asking) void readAllPending()
      return undefined
    })
}
