import { fileURLToPath } from 'node:url'
import type { ComposeInput } from '#cli/context'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { isSandbox, playedNetworkOf, type SandboxControl } from '#domain/sandbox'
import type { KeyAccounts, ListedAccount } from '#domain/trade/accounts'
import { type NetworkName, networkName } from '#domain/units'
import { createSandboxControl } from '#sandbox/control/control'
import { devAccounts } from '#sandbox/dev-accounts'
import { withFileLock } from '#store/sqlite/file-lock'
import type { AccountsContext } from '#wallet/accounts-context'

/** A cold machine may take this long to create the pools of a network sandbox. */
const lockTimeoutMs = 90_000

export function composeSandbox(
  { settings, clock }: ComposeInput,
  entryOf: (name: NetworkName) => Network,
): SandboxControl {
  return createSandboxControl({
    stateDir: settings.paths.state,
    clock,
    relayProgram: fileURLToPath(new URL('./pair-relay.js', import.meta.url)),
    getEntry: entryOf,
    lock: (file, work) => withFileLock({ clock, timeoutMs: lockTimeoutMs }, file, work),
  })
}

/** The user's accounts, plus those of a plain sandbox; only the sandbox's if it plays a network. */
export async function composeAccounts(
  input: ComposeInput,
  sandbox: SandboxControl,
  random: Pick<AccountsContext, 'randomBytes' | 'uuid'>,
): Promise<KeyAccounts> {
  const { settings, secrets } = input
  const { createAccounts } = await import('#wallet/create-accounts')
  const [directory = '', ...foreignDirectories] = settings.paths.keystores
  const accounts = createAccounts({
    directory,
    foreignDirectories,
    secrets,
    ...random,
    development: await findDevAccounts(input, sandbox),
  })
  if (playedNetworkOf(settings.get('network') ?? '') === undefined) return accounts
  return { ...accounts, list: async () => (await accounts.list()).filter(isDevelopment) }
}

/**
 * The user's own endpoints, else those of the entry; for a sandbox, its own if it runs. Sends no request and starts
 * nothing.
 * @throws `USAGE` if an endpoint is given for a sandbox of a network: it would be the real network's.
 */
export async function findEndpoints(
  { settings }: ComposeInput,
  network: Network,
  sandbox: SandboxControl,
): Promise<readonly string[]> {
  const { name } = network
  if (!isSandbox(name)) return firstNonEmpty(settings.getRpcUrls(name), network.rpc)
  const played = playedNetworkOf(name)
  if (played !== undefined && settings.get('network') === name && settings.isSetByFlag('rpcUrl'))
    throw fail('USAGE', { reason: `${name} has its own endpoint and takes no --rpc-url.`, fix: 'leave it out' })
  const own = played === undefined ? settings.getRpcUrls(name) : []
  if (own.length > 0) return own
  const running = await sandbox.status(played === undefined ? undefined : networkName(played))
  return running === undefined ? [] : [running.url]
}

const firstNonEmpty = (own: readonly string[], otherwise: readonly string[]): readonly string[] =>
  own.length > 0 ? own : otherwise

/**
 * Provides a chain without a known endpoint: starts the plain sandbox.
 * @throws `SANDBOX_NOT_RUNNING` for the sandbox of a network; `NETWORK_UNAVAILABLE`
 */
export async function startForUrl({ log }: ComposeInput, { name }: Network, sandbox: SandboxControl): Promise<string> {
  const played = playedNetworkOf(name)
  if (played !== undefined) throw fail('SANDBOX_NOT_RUNNING', { as: played })
  if (!isSandbox(name)) throw fail('NETWORK_UNAVAILABLE', { network: name, reason: 'no endpoint is known' })
  const running = await sandbox.start({})
  log(`Started the sandbox at ${running.url}; end it with: swapline sandbox down`)
  return running.url
}

/** Their keys are public, so they exist only if a sandbox is meant: it is named, or none is named and one runs. */
async function findDevAccounts({ settings }: ComposeInput, sandbox: SandboxControl) {
  const network = settings.get('network')
  const meant =
    network === undefined ? (await sandbox.listRunning()).length > 0 : isSandbox(network) || network === '31337'
  return meant ? devAccounts : []
}

const isDevelopment = ({ kind }: ListedAccount): boolean => kind === 'development'
