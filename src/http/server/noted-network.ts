import type { NetworkName } from '#domain/units'
import type { RouteContext } from '#http/context'
import { textsOf } from '#http/parameters/reader'
import type { ApiRequest } from '#http/route'

type Note = (network: NetworkName) => void

/** Notes which served network a request is about: as it states, or that of the quote or swap it names. */
export function withNotedNetwork(context: RouteContext, asked: ApiRequest, note: Note): RouteContext {
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
      getQuote: async (reference) => {
        const stored = await service.getQuote(reference)
        noteServed(stored.quote.request.network)
        return stored
      },
    },
    swaps: {
      ...swaps,
      findSwap: async (reference) => {
        const record = await swaps.findSwap(reference)
        noteServed(record.network)
        return record
      },
    },
  }
}
