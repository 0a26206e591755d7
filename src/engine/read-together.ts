import type { Read } from '#domain/reads'
import type { Hex } from '#domain/units'

type Ask = (reads: readonly Read<unknown>[]) => Promise<readonly Hex[]>

interface Waiting {
  readonly reads: readonly Read<unknown>[]
  readonly resolve: (answers: readonly Hex[]) => void
  readonly reject: (error: unknown) => void
}

/** Asks at once when nothing is asked; what comes while something is, is asked together when that is answered. */
export function readTogether(ask: Ask): Ask {
  let waiting: Waiting[] = []
  let asking = false

  async function askAll(): Promise<void> {
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
      if (!asking) void askAll()
      return undefined
    })
}
