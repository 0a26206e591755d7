import type { NetworkName } from '#domain/units'
import type { BlockView, RoutingCore } from './routing-core.ts'
import {
  applyBlockMessage,
  type BlockMessage,
  packAnswer,
  toWorkerFailure,
  type WorkerRequest,
  type WorkerResponse,
} from './worker-messages.ts'

/** The core behind messages: handles each message in a worker. Returns the response, if any. */
export function serveCore(core: RoutingCore): (message: BlockMessage | WorkerRequest) => WorkerResponse | undefined {
  const views = new Map<NetworkName, BlockView>()
  return (message) => {
    if (message.kind === 'see') {
      const { network } = message.view.snapshot
      const view = applyBlockMessage(message, views.get(network)?.snapshot)
      views.set(network, view)
      core.updateBlock(view)
      return undefined
    }
    try {
      return answerRequest(core, message)
    } catch (error) {
      return { kind: 'failed', failure: toWorkerFailure(error) }
    }
  }
}

function answerRequest(core: RoutingCore, message: WorkerRequest): WorkerResponse {
  switch (message.kind) {
    case 'find':
      return { kind: 'find', answer: packAnswer(core.find(message.network, message.asked)) }
    case 'explain':
      return { kind: 'explain', answer: core.explain(message.network, message.asked) }
    case 'once': {
      const { unused: unchosen, ...answer } = core.findOnce(message.asked)
      return { kind: 'once', answer: packAnswer(answer), unchosen }
    }
  }
}
