/** One thread that searches: what it was shown, what it is asked, and its end. */
import { Worker } from 'node:worker_threads'
import type { MarketAnswer, Unchosen } from '#domain/market'
import type { Pool } from '#domain/protocol'
import type { Snapshot } from '#domain/snapshot'
import type { Address, NetworkName } from '#domain/units'
import type { View } from './core.ts'
import { type Answered, type Asked, errorFrom, shown, unpackedAnswer } from './wire.ts'

export interface Job {
  readonly asked: Asked
  /** Takes the answer to it. */
  readonly done: (heard: Heard) => unknown
  readonly reject: (error: Error) => void
}

export type Heard =
  | { readonly kind: 'find'; readonly answer: MarketAnswer }
  | { readonly kind: 'explain'; readonly answer: Unchosen | undefined }

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
  /** Of what was last shown of a network: an answer is over the pools that were when it was asked for. */
  const pools = new Map<NetworkName, ReadonlyMap<Address, Pool>>()
  let work: { readonly job: Job; readonly since: number; readonly pools: ReadonlyMap<Address, Pool> } | undefined

  const thread: Thread = {
    show(view) {
      const { network } = view.snapshot
      const message = shown(view, seen.get(network))
      worker.postMessage(message)
      seen.set(network, view.snapshot)
      if (message.changed === undefined)
        pools.set(network, new Map(view.snapshot.pools.map(({ pool }) => [pool.address, pool])))
    },
    ask(job, now) {
      work = { job, since: now, pools: pools.get(job.asked.network) ?? new Map() }
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
    else if (answered.kind === 'explain') done?.job.done(answered)
    else done?.job.done({ kind: 'find', answer: unpackedAnswer(answered.answer, done.pools) })
  })
  worker.on('error', (error) => onEnd(thread, `its thread ended with ${error.message}`))
  worker.on('exit', () => onEnd(thread, 'its thread ended'))
  return thread
}
