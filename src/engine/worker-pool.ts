/** Search workers: each handles one request at a time and is replaced if it dies or times out. */

import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import type { NetworkName } from '#domain/units'
import type { RoutingFigures } from './routing.ts'
import type { BlockView } from './routing-core.ts'
import { type RoutingJob, type RoutingWorker, startRoutingWorker } from './routing-worker.ts'
import { createWaitingQueue } from './waiting-queue.ts'

export interface WorkerPoolOptions {
  /** A file that answers messages as `serveCore` does. */
  readonly file: string
  readonly count: number
  /** As of the core that the file starts. */
  readonly maxSearchMs?: number | undefined
  /** A search that takes longer is aborted with its worker; 10,000 if absent. */
  readonly timeoutMs?: number
}

const watchIntervalMs = 250
/** Minimum delay before a worker that dies at its start is replaced. */
const replaceDelayMs = 200

export interface WorkerPool {
  sendView(view: BlockView): void
  submit(job: RoutingJob): void
  readonly figures: () => RoutingFigures
  stop(): Promise<void>
}

/** Starts no worker before the first block or query. */
export function createWorkerPool({ clock }: { readonly clock: Clock }, threads: WorkerPoolOptions): WorkerPool {
  const { file, count, maxSearchMs, timeoutMs: maxMs = 10_000 } = threads
  const views = new Map<NetworkName, BlockView>()
  /** Each with its slot; a replacement takes the slot over. */
  const running = new Map<RoutingWorker, number>()
  const waiting = createWaitingQueue({ clock }, count)
  let lost = 0
  let [started, stopping] = [false, false]
  const watch = startWatchdog(
    { clock },
    () => running.keys(),
    maxMs,
    (thread) => {
      onEnd(thread, `it took longer than ${maxMs / 1_000} seconds`)
      void thread.terminate()
    },
  )

  function startWorkers(): void {
    for (let seat = 0; !started && seat < count; seat += 1) start(seat)
    started = true
  }

  function start(seat: number): void {
    const thread = startRoutingWorker({ file, maxSearchMs }, { onIdle, onEnd })
    running.set(thread, seat)
    for (const view of views.values()) thread.sendView(view)
    onIdle(thread)
  }

  /** One request at a time, so that none waits behind a slow one while another worker is free. */
  function onIdle(thread: RoutingWorker): void {
    if (thread.busySince() !== undefined || !running.has(thread)) return
    const job = waiting.takeNext(running.get(thread) ?? 0)
    if (job === undefined) return
    thread.ask(job, clock.elapsed())
    watch()
  }

  function put(job: RoutingJob): void {
    if (stopping) {
      job.reject(createEndingFailure())
      return
    }
    startWorkers()
    const seat = waiting.add(job)
    for (const [thread, its] of running) if (its === seat) onIdle(thread)
    for (const thread of running.keys()) onIdle(thread)
  }

  function onEnd(thread: RoutingWorker, reason: string): void {
    const seat = running.get(thread)
    running.delete(thread)
    if (seat === undefined) return
    thread.abandon(fail('ROUTING_LOST', { reason }))
    if (stopping) return
    lost += 1
    void clock.sleep(replaceDelayMs).then(() => {
      if (!stopping) start(seat)
    })
  }

  return {
    sendView(view) {
      if (stopping) return
      views.set(view.snapshot.network, view)
      for (const thread of running.keys()) thread.sendView(view)
      startWorkers()
    },
    submit: put,
    figures: () => ({ threads: running.size, busy: busyWorkers(running.keys()).length, waiting: waiting.size(), lost }),
    async stop() {
      stopping = true
      for (const job of waiting.takeAll()) job.reject(createEndingFailure())
      await Promise.all([...running.keys()].map((thread) => thread.terminate()))
    },
  }
}

const createEndingFailure = () => fail('ROUTING_LOST', { reason: 'the service ends' })

const busyWorkers = (threads: Iterable<RoutingWorker>): RoutingWorker[] =>
  [...threads].filter((thread) => thread.busySince() !== undefined)

/** Reports workers whose search takes too long. Runs only while something is searched. */
function startWatchdog(
  { clock }: { readonly clock: Clock },
  threads: () => Iterable<RoutingWorker>,
  maxMs: number,
  overdue: (thread: RoutingWorker) => void,
): () => void {
  let watching = false
  async function watch(): Promise<void> {
    while (busyWorkers(threads()).length > 0) {
      await clock.sleep(watchIntervalMs)
      const limit = clock.elapsed() - maxMs
      for (const thread of busyWorkers(threads()))
        if ((thread.busySince() ?? Number.POSITIVE_INFINITY) < limit) overdue(thread)
    }
    watching = false
  }
  return () => {
    if (watching) return
    watching = true
    void watch()
  }
}
