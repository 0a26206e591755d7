/** One thread that searches: what it was shown, what it is asked, and its end. */
import { Worker } from 'node:worker_threads'
import type { MarketAnswer, OnceAnswer, Unchosen } from '#domain/market'
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
  | { readonly kind: 'once'; readonly answer: OnceAnswer }

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

/**
 * A hundred times what a thousand warm pools take. Below 2,048 V8 looks for garbage when a heap has twice what was alive in
 * it the last time, from there on at up to four times: with this limit a service keeps the memory that it has.
 */
const mostHeapMb = 2_000

export function startThread(file: string, { onIdle, onEnd }: Events): Thread {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: mostHeapMb } })
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
      if (message.changed === undefined) pools.set(network, poolsOf(view.snapshot))
    },
    ask(job, now) {
      const { asked } = job
      const own = asked.kind === 'once' ? poolsOf(asked.asked.snapshot) : pools.get(asked.network)
      work = { job, since: now, pools: own ?? new Map() }
      worker.postMessage(asked)
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
    else done?.job.done(heard(answered, done.pools))
  })
  worker.on('error', (error) => onEnd(thread, `its thread ended with ${error.message}`))
  worker.on('exit', () => onEnd(thread, 'its thread ended'))
  return thread
}

const poolsOf = ({ pools }: Snapshot): ReadonlyMap<Address, Pool> =>
  new Map(pools.map(({ pool }) => [pool.address, pool]))

function heard(answered: Exclude<Answered, { kind: 'failed' }>, pools: ReadonlyMap<Address, Pool>): Heard {
  if (answered.kind === 'explain') return answered
  const answer = unpackedAnswer(answered.answer, pools)
  return answered.kind === 'find'
    ? { kind: 'find', answer }
    : { kind: 'once', answer: { ...answer, unchosen: answered.unchosen } }
}
