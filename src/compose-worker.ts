/**
 * A route-search worker: the routing core over all adapters, driven by messages. The build makes it a separate file.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Protocol } from '#domain/pools/protocol'
import { createRoutingCore } from '#engine/routing-core'
import type { RoutingWorkerData } from '#engine/routing-worker'
import { serveCore } from '#engine/serve-core'
import type { BlockMessage, WorkerRequest } from '#engine/worker-messages'
import { all } from '#protocols/all.gen'
import { systemClock } from '#system/clock'

const adapters: readonly Protocol<unknown>[] = all
const protocols = new Map(adapters.map((protocol) => [protocol.kind, protocol]))
const { maxSearchMs }: RoutingWorkerData = workerData
const handleMessage = serveCore(createRoutingCore({ protocols, clock: systemClock, maxSearchMs }))

parentPort?.on('message', (message: BlockMessage | WorkerRequest) => {
  const answered = handleMessage(message)
  if (answered !== undefined) parentPort?.postMessage(answered)
})
