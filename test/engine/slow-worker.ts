/** The real worker, which first does what the test asks for: a slow query, or its death. */
import { parentPort } from 'node:worker_threads'
import { createRoutingCore } from '#engine/routing-core'
import { serveCore } from '#engine/serve-core'
import type { BlockMessage, WorkerRequest } from '#engine/worker-messages'
import { clock, protocols } from '../chain/setup.ts'
import { orders, spinMs, stuckMs } from './orders.ts'

const answer = serveCore(createRoutingCore({ protocols, clock }))

parentPort?.on('message', (message: BlockMessage | WorkerRequest) => {
  const [order] = message.kind === 'find' ? message.asked.exclude : []
  if (order === orders.die) process.exit(1)
  const busyMs = order === orders.spin ? spinMs : order === orders.stick ? stuckMs : 0
  for (const end = Date.now() + busyMs; Date.now() < end; );
  const answered = answer(message)
  if (answered !== undefined) parentPort?.postMessage(answered)
})
