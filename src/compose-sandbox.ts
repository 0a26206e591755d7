import type { Surroundings } from '#cli/context'
import type { Accounts, ListedAccount } from '#domain/accounts'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { isSandbox, playedBy, type SandboxControl } from '#domain/sandbox'
import { type NetworkName, networkName } from '#domain/units'
import { createSandboxControl } from '#sandbox/control'
import { devAccounts } from '#sandbox/dev-accounts'
import { holdFile } from '#store/file-lock'
import type { AccountsContext } from '#wallet/accounts-context'
import { createAccounts } from '#wallet/create-accounts'

/** As long as a cold machine may take to make the pools of a network that a sandbox plays. */
const patienceMilliseconds = 90_000

export function sandboxFor({ settings, clock }: Surroundings, entryOf: (name: NetworkName) => Network): SandboxControl {
  return createSandboxControl({
    stateDir: settings.paths.state,
    clock,
    entryOf,
    lock: (file, work) => holdFile({ clock, patienceMilliseconds }, file, work),
  })
}

/** The user's accounts, and those of the sandbox where one is meant; these alone where it plays a network. */
export async function accountsFor(
  surroundings: Surroundings,
  sandbox: SandboxControl,
  random: Pick<AccountsContext, 'randomBytes' | 'uuid'>,
): Promise<Accounts> {
  const { settings, secrets } = surroundings
  const [directory = '', ...foreignDirectories] = settings.paths.keystores
  const accounts = createAccounts({
    directory,
    foreignDirectories,
    secrets,
    ...random,
    development: await developmentAccounts(surroundings, sandbox),
  })
  if (playedBy(settings.get('network') ?? '') === undefined) return accounts
  return { ...accounts, list: async () => (await accounts.list()).filter(isDevelopment) }
}

/**
 * The user's own endpoints, else those of the entry; a sandbox's where it runs. Asks nobody else and starts nothing.
 * @throws `USAGE` where an endpoint is given for a sandbox that plays a network: it would be the real one's.
 */
export async function endpointsOf(
  { settings }: Surroundings,
  network: Network,
  sandbox: SandboxControl,
): Promise<readonly string[]> {
  const { name } = network
  if (!isSandbox(name)) return firstOf(settings.rpc(name), network.rpc)
  const played = playedBy(name)
  if (played !== undefined && settings.get('network') === name && settings.isByFlag('rpcUrl'))
    throw fail('USAGE', { reason: `${name} is asked where it runs, and takes no --rpc-url.`, fix: 'leave it out' })
  const own = played === undefined ? settings.rpc(name) : []
  if (own.length > 0) return own
  const running = await sandbox.status(played === undefined ? undefined : networkName(played))
  return running === undefined ? [] : [running.url]
}

const firstOf = (own: readonly string[], otherwise: readonly string[]): readonly string[] =>
  own.length > 0 ? own : otherwise

/**
 * Where a chain is asked that no endpoint is known of: the plain sandbox is started for it.
 * @throws `SANDBOX_NOT_RUNNING` for one that plays a network; `NETWORK_UNAVAILABLE`
 */
export async function sandboxUrl({ log }: Surroundings, { name }: Network, sandbox: SandboxControl): Promise<string> {
  const played = playedBy(name)
  if (played !== undefined) throw fail('SANDBOX_NOT_RUNNING', { as: played })
  if (!isSandbox(name)) throw fail('NETWORK_UNAVAILABLE', { network: name, reason: 'no endpoint is known' })
  const running = await sandbox.up({})
  log(`Started the sandbox at ${running.url}; end it with: swapline sandbox down`)
  return running.url
}

/** Their keys are public, so they exist only where a sandbox is meant: it is named, or nothing is and one runs. */
async function developmentAccounts({ settings }: Surroundings, sandbox: SandboxControl) {
  const network = settings.get('network')
  const meant = network === undefined ? (await sandbox.running()).length > 0 : isSandbox(network) || network === '31337'
  return meant ? devAccounts : []
}

const isDevelopment = ({ kind }: ListedAccount): boolean => kind === 'development'
