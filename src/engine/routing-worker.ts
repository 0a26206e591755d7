/** One search worker: what it was sent, its current request, and its end. */
import { Worker } from 'node:worker_threads'
import type { Pool } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import type { MarketAnswer, OneOffAnswer, UnusedPoolsByReason } from '#domain/quotes/market'
import type { Address, NetworkName } from '#domain/units'
import type { BlockView } from './routing-core.ts'
import { toBlockMessage, toError, unpackAnswer, type WorkerRequest, type WorkerResponse } from './worker-messages.ts'

export interface RoutingJob {
  readonly request: WorkerRequest
  /** Takes the answer. */
  readonly resolve: (heard: WorkerReply) => unknown
  readonly reject: (error: Error) => void
}

export type WorkerReply =
  | { readonly kind: 'find'; readonly answer: MarketAnswer }
  | { readonly kind: 'explain'; readonly answer: UnusedPoolsByReason | undefined }
  | { readonly kind: 'once'; readonly answer: OneOffAnswer }

export interface RoutingWorker {
  sendView(view: BlockView): void
  /** One request at a time. */
  ask(job: RoutingJob, now: number): void
  /** When its current request was sent; `undefined` while idle. */
  readonly busySince: () => number | undefined
  /** Answers its current request, if any, with this error. */
  abandon(error: Error): void
  terminate(): Promise<unknown>
}

interface WorkerEvents {
  readonly onIdle: (thread: RoutingWorker) => void
  readonly onEnd: (thread: RoutingWorker, reason: string) => void
}

/**
 * A hundred times the heap of a thousand warm pools. Below 2,048 V8 collects garbage when a heap reaches twice the size
 * that survived the last collection, from there on at up to four times: with this limit memory use does not grow.
 */
const maxHeapMb = 2_000
/**
 * Twice what V8 gives. A search leaves 2.7 MB that nobody needs any more: with half as many collections, each finding less
 * alive, it takes 13 % less processor time. V8 rounds it down to three times a power of two.
 */
const maxYoungHeapMb = 96

/** What a worker gets at its start. */
export interface RoutingWorkerData {
  readonly maxSearchMs: number | undefined
}

export function startRoutingWorker(
  { file, maxSearchMs }: RoutingWorkerData & { readonly file: string },
  { onIdle, onEnd }: WorkerEvents,
): RoutingWorker {
  const workerData: RoutingWorkerData = { maxSearchMs }
  const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungHeapMb }
  const worker = new Worker(file, { workerData, resourceLimits })
  const seen = new Map<NetworkName, Snapshot>()
  /** The pools last sent of each network: an answer is over the pools at the time of its request. */
  const pools = new Map<NetworkName, ReadonlyMap<Address, Pool>>()
  let work: { readonly job: RoutingJob; readonly since: number; readonly pools: ReadonlyMap<Address, Pool> } | undefined

  const thread: RoutingWorker = {
    sendView(view) {
      const { network } = view.snapshot
      const message = toBlockMessage(view, seen.get(network))
      worker.postMessage(message)
      seen.set(network, view.snapshot)
      if (message.changed === undefined) pools.set(network, poolsOf(view.snapshot))
    },
    ask(job, now) {
      const { request: asked } = job
      const own = asked.kind === 'once' ? poolsOf(asked.asked.snapshot) : pools.get(asked.network)
      work = { job, since: now, pools: own ?? new Map() }
      worker.postMessage(asked)
    },
    busySince: () => work?.since,
    abandon(error) {
      work?.job.reject(error)
      work = undefined
    },
    terminate: () => worker.terminate(),
  }
  worker.on('message', (answered: WorkerResponse) => {
    const done = work
    work = undefined
    onIdle(thread) // before the answer is used, so that the worker does not wait for that
    if (answered.kind === 'failed') done?.job.reject(toError(answered.failure))
    else done?.job.resolve(toWorkerReply(answered, done.pools))
  })
  worker.on('error', (error) => onEnd(thread, `its thread ended with ${error.message}`))
  worker.on('exit', () => onEnd(thread, 'its thread ended'))
  return thread
}

const poolsOf = ({ pools }: Snapshot): ReadonlyMap<Address, Pool> =>
  new Map(pools.map(({ pool }) => [pool.address, pool]))

function toWorkerReply(
  answered: Exclude<WorkerResponse, { kind: 'failed' }>,
  pools: ReadonlyMap<Address, Pool>,
): WorkerReply {
  if (answered.kind === 'explain') return answered
  const answer = unpackAnswer(answered.answer, pools)
  return answered.kind === 'find'
    ? { kind: 'find', answer }
    : { kind: 'once', answer: { ...answer, unused: answered.unchosen } }
}
