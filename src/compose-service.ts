/** Selects who makes the quotes: this process over the user's own endpoints, or a remote service. */

import type { ComposeInput } from '#cli/context'
import { type ServiceKey, selectServiceKey } from '#cli/talk/service-key'
import type { Service } from '#domain/service/service'
import type { QuoteStore } from '#domain/service/stores'
import type { TokenBook } from '#domain/trade/token-book'
import { keccak } from '#encoding/keccak'
import { allNetworks, getNetworkEntry } from '#networks/find'
import type { ServiceClient } from '#remote/service-client'

interface ServiceChoice {
  readonly local: Service
  readonly quotes: QuoteStore
  readonly tokens: TokenBook
}

const noKey: ServiceKey = { apiKey: undefined, isKeyWithheld: false }

export const isRemoteService = ({ settings }: ComposeInput): boolean => settings.get('service.url') !== 'local'

/** Loads the client of a service only if one is configured. @throws if the file of its key is refused */
async function selectService(input: ComposeInput, { local, quotes, tokens }: ServiceChoice): Promise<Service> {
  if (!isRemoteService(input)) return local
  return createRemote(input, { local, quotes, tokens }, input.settings.get('service.url'), selectServiceKey(input))
}

interface ServiceParts extends Omit<ServiceChoice, 'local'> {
  readonly create: (quotes: QuoteStore) => Service
}

export function composeServices(input: ComposeInput, { create, quotes, tokens }: ServiceParts) {
  const choose = (store: QuoteStore): ServiceChoice => ({ local: create(store), quotes: store, tokens })
  return {
    stored: () => selectService(input, choose(quotes)),
    /** As `Components.unstoredService`. */
    unstored: async (url?: string): Promise<Service> => {
      const choice = choose({ ...quotes, put: async () => undefined })
      if (url === undefined) return selectService(input, choice)
      return url === 'local' ? choice.local : createRemote(input, choice, url, noKey)
    },
  }
}

/** A client of the service that the settings name. @throws if the file of its key is refused */
export async function createSelectedClient(input: ComposeInput): Promise<ServiceClient> {
  const { createServiceClient } = await import('#remote/service-client')
  return createServiceClient({ url: input.settings.get('service.url'), ...selectServiceKey(input) })
}

async function createRemote(
  { clock }: ComposeInput,
  { local, quotes, tokens }: ServiceChoice,
  url: string,
  key: ServiceKey,
): Promise<Service> {
  const { createServiceClient: createAskService } = await import('#remote/service-client')
  const { createRemoteService } = await import('#remote/remote-service')
  const ask = createAskService({ url, ...key })
  return createRemoteService({
    ask,
    clock,
    quotes,
    hash: keccak,
    token: (network, address) => tokens.resolve(network, address, true),
    network: getNetworkEntry,
    listings: allNetworks,
    check: (names) => local.listNetworks(names),
  })
}
