/** A thread that searches routes: the core over all adapters, behind messages. The build makes it a file of its own. */
import { parentPort } from 'node:worker_threads'
import { systemClock } from '#cli/clock'
import type { Protocol } from '#domain/protocol'
import { createCore } from '#engine/core'
import { serveCore } from '#engine/serve-core'
import type { Asked, Shown } from '#engine/wire'
import { all } from '#protocols/all.gen'

const adapters: readonly Protocol<unknown>[] = all
const protocols = new Map(adapters.map((protocol) => [protocol.kind, protocol]))
const answer = serveCore(createCore({ protocols, clock: systemClock }))

parentPort?.on('message', (message: Shown | Asked) => {
  const answered = answer(message)
  if (answered !== undefined) parentPort?.postMessage(answered)
})
