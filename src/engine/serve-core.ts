import type { NetworkName } from '#domain/units'
import type { Core, View } from './core.ts'
import { type Answered, type Asked, failureOf, packedAnswer, type Shown, viewOf } from './wire.ts'

/** The core behind messages: what a thread does with each. Gives back what is to be answered, if anything is. */
export function serveCore(core: Core): (message: Shown | Asked) => Answered | undefined {
  const views = new Map<NetworkName, View>()
  return (message) => {
    if (message.kind === 'see') {
      const { network } = message.view.snapshot
      const view = viewOf(message, views.get(network)?.snapshot)
      views.set(network, view)
      core.see(view)
      return undefined
    }
    try {
      return answerTo(core, message)
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error) }
    }
  }
}

function answerTo(core: Core, message: Asked): Answered {
  switch (message.kind) {
    case 'find':
      return { kind: 'find', answer: packedAnswer(core.find(message.network, message.asked)) }
    case 'explain':
      return { kind: 'explain', answer: core.explain(message.network, message.asked) }
    case 'once': {
      const { unchosen, ...answer } = core.findOnce(message.asked)
      return { kind: 'once', answer: packedAnswer(answer), unchosen }
    }
  }
}
