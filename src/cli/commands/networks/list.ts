import { defineCommand } from '#cli/define-command'
import { choiceParser, parseText } from '#cli/parse/plain'
import { networkBlock, networkRows, networksTable } from '#cli/screens/network/networks'
import type { Settings } from '#cli/settings/settings'
import { apiNetworkView, networkView } from '#cli/views/network/network'
import { fail } from '#domain/errors'
import type { NetworkListing } from '#domain/network'
import { isSandbox, playedNetworkOf, type SandboxControl } from '#domain/sandbox'
import type { NetworkStatus } from '#domain/service/service'

const parseFamily = choiceParser(['evm', 'svm'])

export const list = defineCommand({
  name: 'networks',
  about: 'List the networks and what they support; --check asks their endpoints.',
  group: 'Look',
  examples: ['networks', 'networks base', 'networks --check --configured'],
  arguments: {
    name: { about: 'one network, by name or chain id', parse: parseText, optional: true, completes: 'network' },
  },
  options: {
    check: { flag: '--check', about: 'ask the endpoints: chain id, latency, age of the head, router' },
    type: { flag: '--type <family>', about: 'evm or svm only', parse: parseFamily },
    configured: { flag: '--configured', about: 'only those with an endpoint' },
  },
  forms: ['csv', 'api'],
  networkOf: ({ name }) => name,
  schema: async () => (await import('#cli/schemas/network/networks')).Networks,

  async run({ service, out, settings, sandbox }, { name, check, type, configured }) {
    const listings = await findListings(name)
    const asked = check ? listings.filter(({ entry }) => entry !== undefined).map((listing) => listing.name) : []
    const all = await out.withSpinner('asking the endpoints', (await service()).listNetworks(asked))
    const seen = all.filter(
      ({ listing, state }) =>
        (name === undefined || listings.some((other) => other.name === listing.name)) &&
        (type === undefined || listing.family === type) &&
        (!configured || (state !== 'no-rpc' && state !== 'planned')),
    )
    const [first] = seen
    const [listing] = name === undefined ? [] : listings
    if (first === undefined && listing !== undefined && isSandbox(listing.name))
      throw fail('SANDBOX_NOT_RUNNING', { as: playedNetworkOf(listing.name) })
    const own = listing === undefined ? [] : await findEndpoints(listing, settings, await sandbox())
    out.printResult({
      data: { networks: seen.map(networkView) },
      api: () => seen.map(apiNetworkView),
      table: networkRows(seen),
      lines: (screen) =>
        listing !== undefined && first !== undefined
          ? networkBlock(first, own, screen)
          : networksTable(seen, check, screen),
      exit: check && seen.some((status) => hasFailedCheck(status, settings.getRpcUrls(status.listing.name))) ? 16 : 0,
    })
  },
})

async function findListings(name: string | undefined): Promise<readonly NetworkListing[]> {
  const { allNetworks, findNetwork } = await import('#networks/find')
  return name === undefined ? allNetworks() : [findNetwork(name)]
}

/** The user's endpoints for the network, or its running sandbox's; empty if there are none. */
async function findEndpoints({ name }: NetworkListing, settings: Settings, sandbox: SandboxControl) {
  const own = playedNetworkOf(name) === undefined ? settings.getRpcUrls(name) : []
  if (!isSandbox(name) || own.length > 0) return own
  const running = (await sandbox.listRunning()).find(({ network }) => network === name)
  return running === undefined ? [] : [running.url]
}

/** True if a checked network cannot be used; the sandbox counts only if its endpoint was given. */
function hasFailedCheck({ listing, check }: NetworkStatus, own: readonly string[]): boolean {
  if (check === undefined || (isSandbox(listing.name) && own.length === 0)) return false
  return !check.chainIdOk || check.problem !== undefined
}
