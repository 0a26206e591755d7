/** Who makes the quotes: this process over the user's own endpoints, or a service elsewhere. */

import type { Surroundings } from '#cli/context'
import { serviceKey } from '#cli/service-key'
import type { QuoteStore } from '#domain/ports'
import type { Service } from '#domain/service'
import type { TokenBook } from '#domain/trader'
import { keccak } from '#encoding/keccak'
import { allNetworks, entryOf } from '#networks/find'

interface Choice {
  readonly local: Service
  readonly quotes: QuoteStore
  readonly tokens: TokenBook
}

export const isElsewhere = ({ settings }: Surroundings): boolean => settings.get('service.url') !== 'local'

/** Loads the client of a service only where one is meant. @throws what its key's file is refused for. */
export async function chosenService(surroundings: Surroundings, { local, quotes, tokens }: Choice): Promise<Service> {
  if (!isElsewhere(surroundings)) return local
  const { settings, clock } = surroundings
  const { createAskService } = await import('#remote/ask-service')
  const { createRemoteService } = await import('#remote/remote-service')
  const ask = createAskService({ url: settings.get('service.url'), apiKey: serviceKey(surroundings) })
  return createRemoteService({
    ask,
    clock,
    quotes,
    hash: keccak,
    token: (network, address) => tokens.resolve(network, address, true),
    network: entryOf,
    listings: allNetworks,
    check: (names) => local.networks(names),
  })
}
