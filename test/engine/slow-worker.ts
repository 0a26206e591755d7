/** The real thread, but what the test asks of it comes first: a heavy question, or its death. */
import { parentPort } from 'node:worker_threads'
import { createCore } from '#engine/core'
import { serveCore } from '#engine/serve-core'
import type { Asked, Shown } from '#engine/wire'
import { clock, protocols } from '../chain/setup.ts'
import { orders, spinMs, stuckMs } from './orders.ts'

const answer = serveCore(createCore({ protocols, clock }))

parentPort?.on('message', (message: Shown | Asked) => {
  const [order] = message.kind === 'find' ? message.asked.exclude : []
  if (order === orders.die) process.exit(1)
  const busyMs = order === orders.spin ? spinMs : order === orders.stick ? stuckMs : 0
  for (const end = Date.now() + busyMs; Date.now() < end; );
  const answered = answer(message)
  if (answered !== undefined) parentPort?.postMessage(answered)
})
