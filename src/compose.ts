/**
 * Makes the real clocks, sockets, files and keys, and joins them to the parts that commands ask for. What is heavy
 * (SQLite, ethers) is loaded by the part that needs it, at its first use.
 */
import { join } from 'node:path'
import { createOwnView } from '#app/own-view'
import { createService } from '#app/service'
import { createTokenBook } from '#app/tokens'
import { createTrader } from '#app/trader'
import { createChain } from '#chain/create-chain'
import type { Compose, Surroundings } from '#cli/context'
import { hosts } from '#compose-host'
import { chosenService, isElsewhere } from '#compose-service'
import { fail } from '#domain/errors'
import type { Journal } from '#domain/journal'
import type { Network } from '#domain/network'
import type { Chain } from '#domain/ports'
import type { Protocol, Protocols } from '#domain/protocol'
import type { SandboxControl } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'
import { keccakText } from '#encoding/keccak'
import { entryOf } from '#networks/find'
import { all } from '#protocols/all.gen'
import { createSandboxControl } from '#sandbox/control'
import { devAccounts } from '#sandbox/dev-accounts'
import { createAccountLock } from '#store/account-lock'
import { createChainMemory } from '#store/chain-memory'
import { createJournal } from '#store/journal'
import { openOnce } from '#store/open-database'
import { createPoolIndexStore } from '#store/pool-index-store'
import { createQuoteStore } from '#store/quote-store'
import { sqliteSql } from '#store/sqlite-sql'
import { createAccounts } from '#wallet/create-accounts'

/** What a test puts between the house and the world. */
export interface Taps {
  readonly journal?: (journal: Journal) => Journal
  /** What we know of a network, as a chain of another kind. */
  readonly network?: (entry: Network) => Network
}

const sandboxName = 'sandbox'

/** Takes milliseconds to load, which nobody needs to wait for before the chain is asked. */
const nodeCrypto = () => process.getBuiltinModule('node:crypto')
const uuid = (): string => nodeCrypto().randomUUID()

export const composeWith =
  (taps: Taps): Compose =>
  (surroundings) => {
    const { settings, clock } = surroundings
    const state = settings.paths.state
    const path = join(state, 'swapline.db')
    const database = openOnce({ path })
    let opened: { close(): void } | undefined
    const open = async () => {
      const db = await database()
      opened = db
      return db
    }

    const networkOf = (name: NetworkName) => taps.network?.(entryOf(name)) ?? entryOf(name)
    const sandbox = createSandboxControl({ stateDir: state, clock, entryOf: networkOf })
    const accounts = once(async () => {
      const [directory = '', ...foreignDirectories] = settings.paths.keystores
      return createAccounts({
        directory,
        foreignDirectories,
        secrets: surroundings.secrets,
        randomBytes: (size) => nodeCrypto().randomBytes(size),
        uuid,
        development: await developmentAccounts(surroundings, sandbox),
      })
    })
    const protocols = protocolsFor(surroundings)
    const chain = chainsOf({ surroundings, sandbox, networkOf, protocols })
    const base = { clock, uuid, chain }
    const sql = sqliteSql({ path, database: open })
    const quotes = createQuoteStore({ sql, sweeping: { every: 1, most: 50 } })
    const index = createPoolIndexStore({ sql })
    const endpointsOf = (network: Network) => endpoints(surroundings, network, sandbox)
    const tokens = createTokenBook({ chain })
    const local = createService({ ...base, quotes, index, protocols, endpoints: endpointsOf })
    const service = once(() => chosenService(surroundings, { local, quotes, tokens }))
    const trader = once(async () => {
      const journal = createJournal({
        database: open,
        finalDepth: (name) => Math.max(1, networkOf(name).confirmations),
      })
      return createTrader({
        ...base,
        journal: haltable(taps.journal?.(journal) ?? journal, surroundings),
        lock: createAccountLock({ directory: join(state, 'locks'), clock }),
        accounts: await accounts(),
        service: await service(),
        elsewhere: isElsewhere(surroundings),
        ownView: createOwnView({ ...base, quotes, index, protocols }),
      })
    })
    const { host, indexing, close: closeHost } = hosts({ ...base, protocols, endpoints: endpointsOf }, surroundings)
    return {
      service,
      trader,
      tokens: async () => tokens,
      accounts,
      sandbox: async () => sandbox,
      host: (place) => host(place),
      indexing: (place) => indexing(place),
      close: async () => {
        await closeHost()
        opened?.close()
      },
    }
  }

export const compose: Compose = composeWith({})

/**
 * A journal that takes no more signatures or evidence once the command is being ended: what waits for its answer, as
 * every signature and every broadcast does, then never goes on. So what is said of the intent at the end stays true.
 */
const haltable = (journal: Journal, { isStopping = () => false }: Surroundings): Journal => {
  const unlessStopping = <T>(work: () => Promise<T>): Promise<T> =>
    isStopping() ? new Promise(() => undefined) : work()
  return {
    ...journal,
    signed: (...given) => unlessStopping(() => journal.signed(...given)),
    observe: (...given) => unlessStopping(() => journal.observe(...given)),
  }
}

/** Makes a part at the first call and gives the same one from then on. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The adapters whose amounts are proven, and the others where the user asks for them. */
function protocolsFor({ settings }: Surroundings): Protocols {
  const adapters: readonly Protocol<unknown>[] = all
  const used = adapters.filter(({ proof }) => proof.proven || settings.get('trade.unproven'))
  return new Map(used.map((protocol) => [protocol.kind, protocol]))
}

interface Chains {
  readonly surroundings: Surroundings
  readonly sandbox: SandboxControl
  readonly networkOf: (name: NetworkName) => Network
  readonly protocols: Protocols
}

/** One chain a network, made when it is first asked for. The sandbox is started where nothing else was asked for. */
function chainsOf({ surroundings, sandbox, networkOf, protocols }: Chains): (name: NetworkName) => Promise<Chain> {
  const made = new Map<NetworkName, Promise<Chain>>()
  const make = async (name: NetworkName): Promise<Chain> => {
    const network = networkOf(name)
    const urls = await endpoints(surroundings, network, sandbox)
    const { clock, log } = surroundings
    const memory = createChainMemory({
      directory: join(surroundings.settings.paths.state, 'chains'),
      hash: keccakText,
    })
    return createChain(
      { clock, memory, protocols, log },
      { network, urls: urls.length > 0 ? urls : [await sandboxUrl(surroundings, network, sandbox)] },
    )
  }
  return (name) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}

/** The user's own endpoints, else those of the entry; the sandbox's where it runs. Asks nobody and starts nothing. */
async function endpoints(
  { settings }: Surroundings,
  network: Network,
  sandbox: SandboxControl,
): Promise<readonly string[]> {
  const own = settings.rpc(network.name)
  if (own.length > 0) return own
  if (network.name !== sandboxName) return network.rpc
  const running = await sandbox.status()
  return running === undefined ? [] : [running.url]
}

async function sandboxUrl({ log }: Surroundings, network: Network, sandbox: SandboxControl): Promise<string> {
  if (network.name !== sandboxName)
    throw fail('NETWORK_UNAVAILABLE', { network: network.name, reason: 'no endpoint is known' })
  const running = await sandbox.up({})
  log(`Started the sandbox at ${running.url}; end it with: swapline sandbox down`)
  return running.url
}

/** Their keys are public, so they exist only where the sandbox is meant: it is named, or nothing is and one runs. */
async function developmentAccounts({ settings }: Surroundings, sandbox: SandboxControl) {
  const network = settings.get('network')
  const meant = network === undefined ? (await sandbox.status()) !== undefined : isSandbox(network)
  return meant ? devAccounts : []
}

const isSandbox = (network: string): boolean => network === sandboxName || network === '31337'
