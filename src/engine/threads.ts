/** Routing in threads of their own, so that one heavy question keeps neither the others nor the sockets waiting. */
import { fail } from '#domain/errors'
import type { Clock } from '#domain/ports'
import type { NetworkName } from '#domain/units'
import type { View } from './core.ts'
import type { Routing } from './routing.ts'
import { type Job, startThread, type Thread } from './thread.ts'

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

/** Starts no thread before the first block or question. */
export function createThreads({ clock }: { readonly clock: Clock }, threads: Threads): Routing {
  const { file, count, mostMs = 10_000 } = threads
  const views = new Map<NetworkName, View>()
  const running = new Set<Thread>()
  const waiting: Job[] = []
  let lost = 0
  let [started, stopping] = [false, false]
  const watch = watchman({ clock }, running, mostMs, (thread) => {
    onEnd(thread, `it took longer than ${mostMs / 1_000} seconds`)
    void thread.end()
  })

  function begin(): void {
    for (let i = 0; !started && i < count; i += 1) start()
    started = true
  }

  function start(): void {
    const thread = startThread(file, { onIdle, onEnd })
    running.add(thread)
    for (const view of views.values()) thread.show(view)
    onIdle(thread)
  }

  /** One question at a time, so that none waits behind a heavy one that another thread could take. */
  function onIdle(thread: Thread): void {
    if (thread.since() !== undefined || !running.has(thread)) return
    const job = waiting.shift()
    if (job === undefined) return
    thread.ask(job, clock.elapsed())
    watch()
  }

  function put(job: Job): void {
    if (stopping) job.reject(ending())
    else waiting.push(job)
    if (!stopping) begin()
    for (const thread of running) onIdle(thread)
  }

  function onEnd(thread: Thread, reason: string): void {
    if (!running.delete(thread)) return
    thread.abandon(fail('ROUTING_LOST', { reason }))
    if (stopping) return
    lost += 1
    void clock.sleep(replaceMs).then(() => {
      if (!stopping) start()
    })
  }

  return {
    see(view) {
      if (stopping) return
      views.set(view.snapshot.network, view)
      for (const thread of running) thread.show(view)
      begin()
    },
    find: (network, asked) =>
      new Promise((resolve, reject) => {
        const done: Job['done'] = (answered) => answered.kind === 'find' && resolve(answered.answer)
        put({ asked: { kind: 'find', network, asked }, done, reject })
      }),
    explain: (network, asked) =>
      new Promise((resolve, reject) => {
        const done: Job['done'] = (answered) => answered.kind === 'explain' && resolve(answered.answer)
        put({ asked: { kind: 'explain', network, asked }, done, reject })
      }),
    findOnce: (network, asked) =>
      new Promise((resolve, reject) => {
        const done: Job['done'] = (answered) => answered.kind === 'once' && resolve(answered.answer)
        put({ asked: { kind: 'once', network, asked }, done, reject })
      }),
    figures: () => ({ threads: running.size, busy: busy(running).length, waiting: waiting.length, lost }),
    async stop() {
      stopping = true
      for (const job of waiting.splice(0)) job.reject(ending())
      await Promise.all([...running].map((thread) => thread.end()))
    },
  }
}

const ending = () => fail('ROUTING_LOST', { reason: 'the service ends' })

const busy = (threads: Iterable<Thread>): Thread[] => [...threads].filter((thread) => thread.since() !== undefined)

/** Tells of threads that search for too long. Looks only while something is searched. */
function watchman(
  { clock }: { readonly clock: Clock },
  threads: ReadonlySet<Thread>,
  mostMs: number,
  overdue: (thread: Thread) => void,
): () => void {
  let watching = false
  async function watch(): Promise<void> {
    while (busy(threads).length > 0) {
      await clock.sleep(watchMs)
      const limit = clock.elapsed() - mostMs
      for (const thread of busy(threads)) if ((thread.since() ?? Number.POSITIVE_INFINITY) < limit) overdue(thread)
    }
    watching = false
  }
  return () => {
    if (watching) return
    watching = true
    void watch()
  }
}
