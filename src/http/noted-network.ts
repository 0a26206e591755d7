import type { NetworkName } from '#domain/units'
import type { RouteContext } from './context.ts'
import { textsOf } from './parameters/reader.ts'
import type { Asked } from './route.ts'

type Note = (network: NetworkName) => void

/** Tells which served network a request turns out to be about: its own word, or that of the quote or swap it names. */
export function withNotedNetwork(context: RouteContext, asked: Asked, note: Note): RouteContext {
  const { service, swaps, served } = context
  const noteServed = (name: string): void => {
    const network = served.networks.find((one) => one.name === name)
    if (network !== undefined) note(network.name)
  }
  for (const key of ['network', 'networkName']) for (const name of textsOf(asked.form[key])) noteServed(name)
  return {
    ...context,
    service: {
      ...service,
      quote: (question) => {
        noteServed(question.network)
        return service.quote(question)
      },
      stored: async (reference) => {
        const stored = await service.stored(reference)
        noteServed(stored.quote.request.network)
        return stored
      },
    },
    swaps: {
      ...swaps,
      swap: async (reference) => {
        const record = await swaps.swap(reference)
        noteServed(record.network)
        return record
      },
    },
  }
}
