/** The threads that search: each works on one question at a time, and is replaced where it dies or takes too long. */
import { fail } from '#domain/errors'
import type { Clock } from '#domain/ports'
import type { NetworkName } from '#domain/units'
import type { View } from './core.ts'
import type { RoutingFigures } from './routing.ts'
import { type Job, startThread, type Thread } from './thread.ts'
import { createWaiting } from './waiting.ts'

export interface Threads {
  /** A file that answers messages as `serveCore` does. */
  readonly file: string
  readonly count: number
  /** A search that takes longer is given up, and its thread with it; 10,000 where absent. */
  readonly mostMs?: number
}

const watchMs = 250
/** A thread that dies at its start is not replaced faster than this. */
const replaceMs = 200

export interface Crew {
  show(view: View): void
  put(job: Job): void
  readonly figures: () => RoutingFigures
  stop(): Promise<void>
}

/** Starts no thread before the first block or question. */
export function createCrew({ clock }: { readonly clock: Clock }, threads: Threads): Crew {
  const { file, count, mostMs = 10_000 } = threads
  const views = new Map<NetworkName, View>()
  /** Each with its seat; who replaces one takes its seat. */
  const running = new Map<Thread, number>()
  const waiting = createWaiting({ clock }, count)
  let lost = 0
  let [started, stopping] = [false, false]
  const watch = watchman(
    { clock },
    () => running.keys(),
    mostMs,
    (thread) => {
      onEnd(thread, `it took longer than ${mostMs / 1_000} seconds`)
      void thread.end()
    },
  )

  function begin(): void {
    for (let seat = 0; !started && seat < count; seat += 1) start(seat)
    started = true
  }

  function start(seat: number): void {
    const thread = startThread(file, { onIdle, onEnd })
    running.set(thread, seat)
    for (const view of views.values()) thread.show(view)
    onIdle(thread)
  }

  /** One question at a time, so that none waits behind a heavy one that another thread could take. */
  function onIdle(thread: Thread): void {
    if (thread.since() !== undefined || !running.has(thread)) return
    const job = waiting.next(running.get(thread) ?? 0)
    if (job === undefined) return
    thread.ask(job, clock.elapsed())
    watch()
  }

  function put(job: Job): void {
    if (stopping) {
      job.reject(ending())
      return
    }
    begin()
    const seat = waiting.add(job)
    for (const [thread, its] of running) if (its === seat) onIdle(thread)
    for (const thread of running.keys()) onIdle(thread)
  }

  function onEnd(thread: Thread, reason: string): void {
    const seat = running.get(thread)
    running.delete(thread)
    if (seat === undefined) return
    thread.abandon(fail('ROUTING_LOST', { reason }))
    if (stopping) return
    lost += 1
    void clock.sleep(replaceMs).then(() => {
      if (!stopping) start(seat)
    })
  }

  return {
    show(view) {
      if (stopping) return
      views.set(view.snapshot.network, view)
      for (const thread of running.keys()) thread.show(view)
      begin()
    },
    put,
    figures: () => ({ threads: running.size, busy: busy(running.keys()).length, waiting: waiting.size(), lost }),
    async stop() {
      stopping = true
      for (const job of waiting.empty()) job.reject(ending())
      await Promise.all([...running.keys()].map((thread) => thread.end()))
    },
  }
}

const ending = () => fail('ROUTING_LOST', { reason: 'the service ends' })

const busy = (threads: Iterable<Thread>): Thread[] => [...threads].filter((thread) => thread.since() !== undefined)

/** Tells of threads that search for too long. Looks only while something is searched. */
function watchman(
  { clock }: { readonly clock: Clock },
  threads: () => Iterable<Thread>,
  mostMs: number,
  overdue: (thread: Thread) => void,
): () => void {
  let watching = false
  async function watch(): Promise<void> {
    while (busy(threads()).length > 0) {
      await clock.sleep(watchMs)
      const limit = clock.elapsed() - mostMs
      for (const thread of busy(threads())) if ((thread.since() ?? Number.POSITIVE_INFINITY) < limit) overdue(thread)
    }
    watching = false
  }
  return () => {
    if (watching) return
    watching = true
    void watch()
  }
}
