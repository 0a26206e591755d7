/** Routing in worker threads, so that one slow query delays neither the others nor the sockets. */
import type { Clock } from '#domain/clock'
import type { Routing } from './routing.ts'
import type { RoutingJob } from './routing-worker.ts'
import { createWorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

/** Starts no worker before the first block or query. */
export function createThreadedRouting(context: { readonly clock: Clock }, threads: WorkerPoolOptions): Routing {
  const { sendView: show, submit: put, figures, stop } = createWorkerPool(context, threads)
  return {
    updateBlock: show,
    find: (network, asked) =>
      new Promise((resolve, reject) => {
        const done: RoutingJob['resolve'] = (answered) => answered.kind === 'find' && resolve(answered.answer)
        put({ request: { kind: 'find', network, asked }, resolve: done, reject })
      }),
    explain: (network, asked) =>
      new Promise((resolve, reject) => {
        const done: RoutingJob['resolve'] = (answered) => answered.kind === 'explain' && resolve(answered.answer)
        put({ request: { kind: 'explain', network, asked }, resolve: done, reject })
      }),
    findOnce: (network, asked) =>
      new Promise((resolve, reject) => {
        const done: RoutingJob['resolve'] = (answered) => answered.kind === 'once' && resolve(answered.answer)
        put({ request: { kind: 'once', network, asked }, resolve: done, reject })
      }),
    figures,
    stop,
  }
}
