/** One thread that searches: what it was shown, what it is asked, and its end. */
import { Worker } from 'node:worker_threads'
import type { Snapshot } from '#domain/snapshot'
import type { NetworkName } from '#domain/units'
import type { View } from './core.ts'
import { type Answered, type Asked, errorFrom, shown } from './wire.ts'

export interface Job {
  readonly asked: Asked
  /** Takes the answer to it. */
  readonly done: (answered: Answered) => unknown
  readonly reject: (error: Error) => void
}

export interface Thread {
  show(view: View): void
  /** One question at a time. */
  ask(job: Job, now: number): void
  /** When the question it works on was asked; `undefined` while it is idle. */
  readonly since: () => number | undefined
  /** Gives its question, if it has one, this answer. */
  abandon(error: Error): void
  end(): Promise<unknown>
}

interface Events {
  readonly onIdle: (thread: Thread) => void
  readonly onEnd: (thread: Thread, reason: string) => void
}

export function startThread(file: string, { onIdle, onEnd }: Events): Thread {
  const worker = new Worker(file)
  const seen = new Map<NetworkName, Snapshot>()
  let work: { readonly job: Job; readonly since: number } | undefined

  const thread: Thread = {
    show(view) {
      const { network } = view.snapshot
      worker.postMessage(shown(view, seen.get(network)))
      seen.set(network, view.snapshot)
    },
    ask(job, now) {
      work = { job, since: now }
      worker.postMessage(job.asked)
    },
    since: () => work?.since,
    abandon(error) {
      work?.job.reject(error)
      work = undefined
    },
    end: () => worker.terminate(),
  }
  worker.on('message', (answered: Answered) => {
    const done = work
    work = undefined
    onIdle(thread) // before the answer is used: the thread should not wait for that
    if (answered.kind === 'failed') done?.job.reject(errorFrom(answered.failure))
    else done?.job.done(answered)
  })
  worker.on('error', (error) => onEnd(thread, `its thread ended with ${error.message}`))
  worker.on('exit', () => onEnd(thread, 'its thread ended'))
  return thread
}
