import { defineCommand } from '#cli/define-command'
import { choice, plainText } from '#cli/parse/plain'
import { networkBlock, networkRows, networksTable } from '#cli/screens/networks'
import type { Settings } from '#cli/settings/settings'
import { apiNetworkOf, networkView } from '#cli/views/network'
import { fail } from '#domain/errors'
import type { NetworkListing } from '#domain/network'
import { isSandbox, playedBy, type SandboxControl } from '#domain/sandbox'
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
  networkOf: ({ name }) => name,
  schema: async () => (await import('#cli/schemas/networks')).Networks,

  async run({ service, out, settings, sandbox }, { name, check, type, configured }) {
    const listings = await chosen(name)
    const asked = check ? listings.filter(({ entry }) => entry !== undefined).map((listing) => listing.name) : []
    const all = await out.during('asking the endpoints', (await service()).networks(asked))
    const seen = all.filter(
      ({ listing, state }) =>
        (name === undefined || listings.some((other) => other.name === listing.name)) &&
        (type === undefined || listing.family === type) &&
        (!configured || (state !== 'no-rpc' && state !== 'planned')),
    )
    const [first] = seen
    const [listing] = name === undefined ? [] : listings
    if (first === undefined && listing !== undefined && isSandbox(listing.name))
      throw fail('SANDBOX_NOT_RUNNING', { as: playedBy(listing.name) })
    const own = listing === undefined ? [] : await endpointsOf(listing, settings, await sandbox())
    out.result({
      data: { networks: seen.map(networkView) },
      api: () => seen.map(apiNetworkOf),
      table: networkRows(seen),
      lines: (screen) =>
        listing !== undefined && first !== undefined ? networkBlock(first, own) : networksTable(seen, check, screen),
      exit: check && seen.some((status) => failed(status, settings.rpc(status.listing.name))) ? 16 : 0,
    })
  },
})

async function chosen(name: string | undefined): Promise<readonly NetworkListing[]> {
  const { allNetworks, findNetwork } = await import('#networks/find')
  return name === undefined ? allNetworks() : [findNetwork(name)]
}

/** Where the user says the network is asked, or where its sandbox runs; empty where neither is. */
async function endpointsOf({ name }: NetworkListing, settings: Settings, sandbox: SandboxControl) {
  const own = playedBy(name) === undefined ? settings.rpc(name) : []
  if (!isSandbox(name) || own.length > 0) return own
  const running = (await sandbox.running()).find(({ network }) => network === name)
  return running === undefined ? [] : [running.url]
}

/** A network that was asked and cannot be used; the sandbox counts only where its endpoint was given. */
function failed({ listing, check }: NetworkStatus, own: readonly string[]): boolean {
  if (check === undefined || (isSandbox(listing.name) && own.length === 0)) return false
  return !check.chainIdOk || check.problem !== undefined
}
