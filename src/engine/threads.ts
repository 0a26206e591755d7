/** Routing in threads of their own, so that one heavy question keeps neither the others nor the sockets waiting. */
import type { Clock } from '#domain/ports'
import { createCrew, type Threads } from './crew.ts'
import type { Routing } from './routing.ts'
import type { Job } from './thread.ts'

/** Starts no thread before the first block or question. */
export function createThreads(context: { readonly clock: Clock }, threads: Threads): Routing {
  const { show, put, figures, stop } = createCrew(context, threads)
  return {
    see: show,
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
    figures,
    stop,
  }
}
