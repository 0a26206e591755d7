import { defineCommand } from '#cli/define-command'
import { choice, plainText } from '#cli/parse/plain'
import { networkBlock, networkRows, networksTable } from '#cli/screens/networks'
import { apiNetworkOf, networkView } from '#cli/views/network'
import type { NetworkListing } from '#domain/network'
import type { NetworkStatus } from '#domain/service'

const family = choice(['evm', 'svm'])

export const list = defineCommand({
  name: 'networks',
  about: 'List the networks and what can be done on them; --check asks their endpoints.',
  group: 'Look',
  examples: ['networks', 'networks base', 'networks --check --configured'],
  arguments: { name: { about: 'one network, by name or chain id', parse: plainText, optional: true } },
  options: {
    check: { flag: '--check', about: 'ask the endpoints: chain id, latency, age of the head, router' },
    type: { flag: '--type <family>', about: 'evm or svm only', parse: family },
    configured: { flag: '--configured', about: 'only those with an endpoint' },
  },
  forms: ['csv', 'api'],
  schema: async () => (await import('#cli/schemas/networks')).Networks,

  async run({ service, out, settings }, { name, check, type, configured }) {
    const listings = await chosen(name)
    const asked = check ? listings.filter(({ entry }) => entry !== undefined).map((listing) => listing.name) : []
    const all = await out.during('asking the endpoints', (await service()).networks(asked))
    const seen = all.filter(
      ({ listing, state }) =>
        listings.some((other) => other.name === listing.name) &&
        (type === undefined || listing.family === type) &&
        (!configured || (state !== 'no-rpc' && state !== 'planned')),
    )
    const [first] = seen
    const one = name !== undefined && first !== undefined
    out.result({
      data: { networks: seen.map(networkView) },
      api: () => seen.map(apiNetworkOf),
      table: networkRows(seen),
      lines: (screen) =>
        one ? networkBlock(first, settings.rpc(first.listing.name)) : networksTable(seen, check, screen),
      exit: check && seen.some((status) => failed(status, settings.rpc(status.listing.name))) ? 16 : 0,
    })
  },
})

async function chosen(name: string | undefined): Promise<readonly NetworkListing[]> {
  const { allNetworks, findNetwork } = await import('#networks/find')
  return name === undefined ? allNetworks() : [findNetwork(name)]
}

/** A network that was asked and cannot be used; the sandbox counts only where its endpoint was given. */
function failed({ listing, check }: NetworkStatus, own: readonly string[]): boolean {
  const sandbox: string = 'sandbox'
  if (check === undefined || (listing.name === sandbox && own.length === 0)) return false
  return !check.chainIdOk || check.problem !== undefined
}
