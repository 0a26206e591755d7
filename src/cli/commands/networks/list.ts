import { defineCommand } from '#cli/define-command'
import { choiceParser, parsePath, parseText } from '#cli/parse/plain'
import { writeNewFile } from '#cli/request/write-new-file'
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
    check: {
      flag: '--check',
      about: 'ask the endpoints: chain id, age of the head, our contracts, what the entry states',
    },
    report: {
      flag: '--report <file>',
      about: 'write what the check found, to send it back; no endpoint is in it',
      parse: parsePath,
    },
    type: { flag: '--type <family>', about: 'evm or svm only', parse: parseFamily },
    configured: { flag: '--configured', about: 'only those with an endpoint' },
  },
  forms: ['csv', 'api'],
  networkOf: ({ name }) => name,
  schema: async () => (await import('#cli/schemas/network/networks')).Networks,

  async run(
    { service, crossing, out, settings, sandbox, version },
    { name, check: isAsked, report, type, configured },
  ) {
    const check = isAsked || report !== undefined
    const listings = await findListings(name)
    const asked = check ? listings.filter(({ readable }) => readable !== undefined).map((listing) => listing.name) : []
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
    const { listBridges } = await crossing()
    const bridgesOf = ({ listing: { name: of } }: NetworkStatus) => listBridges(of)
    if (report !== undefined) writeNewFile(report, toReport(seen, version, bridgesOf), '--report')
    const own = listing === undefined ? [] : await findEndpoints(listing, settings, await sandbox())
    out.printResult({
      data: { networks: seen.map((one) => networkView(one, bridgesOf(one))) },
      api: () => seen.map((one) => apiNetworkView(one, bridgesOf(one))),
      table: networkRows(seen),
      lines: (screen) =>
        listing !== undefined && first !== undefined
          ? networkBlock(first, { own, bridges: bridgesOf(first) }, screen)
          : networksTable(seen, check, screen),
      exit: check && seen.some((status) => hasFailedCheck(status, settings.getRpcUrls(status.listing.name))) ? 16 : 0,
    })
  },
})

/** What the checks found, without the endpoints that told it. */
function toReport(
  seen: readonly NetworkStatus[],
  version: string,
  bridgesOf: (status: NetworkStatus) => readonly string[],
): string {
  const checked = seen.filter(({ check }) => check !== undefined).map((one) => networkView(one, bridgesOf(one)))
  const networks = checked.map(({ check, ...view }) => ({ ...view, check: { ...check, rpc: undefined } }))
  return `${JSON.stringify({ program: 'swapline', version, networks }, null, 2)}\n`
}

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

/** True if a checked network cannot be used, or is not as its entry states; the sandbox counts only if its endpoint was given. */
function hasFailedCheck({ listing, check }: NetworkStatus, own: readonly string[]): boolean {
  if (check === undefined || (isSandbox(listing.name) && own.length === 0)) return false
  if (!check.chainIdOk || check.problem !== undefined) return true
  return check.places?.some(({ problem }) => problem !== undefined) ?? false
}
