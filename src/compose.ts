/**
 * Creates the real clocks, sockets, files and keys, and connects them to the components that commands request. Heavy
 * modules (SQLite, ethers) are loaded on first use by the component that needs them.
 */
import { join } from 'node:path'
import type { QuoteContext } from '#app/context'
import { createDeployedContracts } from '#app/deployed-contracts'
import type { NetworksContext } from '#app/networks'
import { guardAccounts } from '#app/policy/guard-accounts'
import { createService } from '#app/service'
import { createTokenBook } from '#app/tokens'
import { type ChainContext, createChain } from '#chain/create-chain'
import type { Compose, ComposeInput } from '#cli/context'
import { prepareDebugging } from '#compose-debugging'
import type { ChainWatch, createHosts } from '#compose-host'
import { composeAddressBook, composePolicy } from '#compose-policy'
import type { RelayOverrides } from '#compose-relay'
import { composeAccounts, composeSandbox, findEndpoints, startForUrl } from '#compose-sandbox'
import { composeServices } from '#compose-service'
import { type ChainTrace, createRunTrace, type RunTrace } from '#compose-trace'
import type { ProveTransaction } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import type { Journal } from '#domain/journal/journal'
import type { Network } from '#domain/network'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import { isSandbox, type SandboxControl } from '#domain/sandbox'
import type { TokenBook } from '#domain/trade/token-book'
import type { NetworkName } from '#domain/units'
import { getReadableEntry } from '#networks/find'
import { all } from '#protocols/all.gen'
import { createChainCache } from '#store/chain-cache'
import type { Database } from '#store/database'
import { claimStateDirectory } from '#store/private-file'
import { createPoolIndexStore } from '#store/service/pool-index-store'
import { createPoolMark } from '#store/service/pool-mark'
import { createQuoteStore } from '#store/service/quote-store'
import { sqliteSql } from '#store/sqlite/sqlite-sql'

/** Overrides for tests, between the program and the outside world. */
export interface ComposeOverrides {
  readonly journal?: (journal: Journal) => Journal
  /** Adapts a network's entry to another chain. */
  readonly network?: (entry: Network) => Network
  /** Payloads as a service makes them for others. */
  readonly throughRouter?: boolean
  readonly relay?: RelayOverrides
}

/** Takes milliseconds to load, so it is loaded only when needed. */
const nodeCrypto = () => process.getBuiltinModule('node:crypto')
const uuid = (): string => nodeCrypto().randomUUID()
const random = { uuid, randomBytes: (size: number) => nodeCrypto().randomBytes(size) }

export const composeWith =
  (overrides: ComposeOverrides): Compose =>
  (surroundings) => {
    const { clock, settings } = surroundings
    const { path, open, close } = openTracked(settings.paths)
    const networkOf = (name: NetworkName) => overrides.network?.(getReadableEntry(name)) ?? getReadableEntry(name)
    const sandbox = composeSandbox(surroundings, networkOf)
    const journal = once(() => openJournal(surroundings, { database: open, networkOf, ...overrides }))
    const policy = composePolicy(surroundings, { journal, entryOf: networkOf, uuid })
    const accounts = once(async () => guardAccounts(policy, await composeAccounts(surroundings, sandbox, random)))
    const protocols = selectProtocols(surroundings)
    const trace = surroundings.verbosity === undefined ? undefined : createRunTrace(surroundings)
    const chain = createChains({ surroundings, sandbox, networkOf, protocols, trace })
    const contracts = createDeployedContracts()
    const base = { clock, uuid, chain, contracts, ...(trace && { onTimings: trace.onTimings }) }
    const inspected = { input: surroundings, contracts, sandbox, networkOf, chain, protocols }
    const sql = sqliteSql({ path, database: open })
    const quotes = createQuoteStore({ sql, retention: { every: 1, max: 50 } })
    const addressBook = composeAddressBook(surroundings, uuid)
    const tokens = createTokenBook({ chain, own: (network) => addressBook.tokens(network) })
    const networks = networksContext(surroundings, sandbox)
    const { observer, load: loadDebugging } = prepareDebugging(() => toProtocols(all))
    const index = createPoolIndexStore({ sql, mark: createPoolMark(path) })
    const quoting = { ...base, quotes, index, protocols, boundsSandwich: true, observer }
    const services = makeServices(surroundings, overrides, { quoting, networks, tokens })
    const service = once(async () => {
      claimStateDirectory(settings.paths.state) // fails before a chain is read or started, not when something is to be stored
      return services.stored()
    })
    const crossing = async () =>
      (await import('#compose-crossing')).composeCrossing(surroundings, { quoting, sql, sandbox })
    const trader = once(async () =>
      (await import('#compose-trader')).composeTrader(surroundings, {
        ...{ base, quoting, networkOf, journal: await journal() },
        ...{ accounts: await accounts(), service: await service(), crossing: await crossing() },
      }),
    )
    const batches = once(async () =>
      (await import('#compose-trader')).composeBatches(surroundings, { open, trader: await trader(), quoting }),
    )
    const serviceChain = (watch: ChainWatch, ending: AbortSignal) =>
      createChains({ surroundings, sandbox, networkOf, protocols, watch }, { guarded: true, signal: ending })
    const hosted = { ...base, protocols, ...networks, serviceChain, accounts, sandbox }
    const hosts = createHostsWhenAsked(hosted, surroundings, overrides.relay)
    return {
      ...{ service, crossing, trader, unstoredService: services.unstored },
      measureMoves: async (question) => (await import('#app/quoting/recent-moves')).measureMoves(quoting, question),
      batches,
      tokens: async () => tokens,
      accounts,
      ...{ addressBook: async () => addressBook, journal },
      policy: async () => (await import('#app/policy/spend-policy')).createSpendPolicy(policy),
      sandbox: async () => sandbox,
      ...{ host: hosts.host, indexing: hosts.indexing },
      debugging: () => loadDebugging(quoting, service),
      doctor: async () =>
        (await import('#compose-doctor')).composeDoctor({ ...inspected, journal: await makeJournal(open, networkOf) }),
      close: async () => {
        trace?.report()
        await hosts.close()
        close()
      },
    }
  }

export const compose: Compose = composeWith({})

type Hosts = ReturnType<typeof createHosts>

/** As {@link createHosts}, whose module few commands need. */
function createHostsWhenAsked(...parts: Parameters<typeof createHosts>): Hosts {
  let made: Promise<Hosts> | undefined
  const hosts = (): Promise<Hosts> => {
    made ??= import('#compose-host').then((module) => module.createHosts(...parts))
    return made
  }
  return {
    host: async (place) => (await hosts()).host(place),
    indexing: async (place) => (await hosts()).indexing(place),
    close: async () => (await made)?.close(),
  }
}

interface ServiceSources {
  readonly quoting: QuoteContext
  readonly networks: Pick<NetworksContext, 'endpoints' | 'sandboxes'>
  readonly tokens: TokenBook
}

const makeServices = (
  input: ComposeInput,
  { throughRouter = false }: ComposeOverrides,
  { quoting, networks, tokens }: ServiceSources,
) =>
  composeServices(input, {
    create: (quotes) => createService({ ...quoting, throughRouter, quotes, ...networks }),
    quotes: quoting.quotes,
    tokens,
  })

const networksContext = (surroundings: ComposeInput, sandbox: SandboxControl) => ({
  endpoints: (network: Network) => findEndpoints(surroundings, network, sandbox),
  sandboxes: async () => (await sandbox.listRunning()).map(({ network }) => network),
})

async function makeJournal(
  database: () => Promise<Database>,
  networkOf: (name: NetworkName) => Network,
): Promise<Journal> {
  const { createJournal } = await import('#store/journal/journal')
  return createJournal({ database, finalDepth: (name) => Math.max(1, networkOf(name).confirmations) })
}

async function openJournal(
  input: ComposeInput,
  {
    database,
    networkOf,
    journal,
  }: Pick<ComposeOverrides, 'journal'> & {
    readonly database: () => Promise<Database>
    readonly networkOf: (name: NetworkName) => Network
  },
): Promise<Journal> {
  claimStateDirectory(input.settings.paths.state)
  const made = await makeJournal(database, networkOf)
  return stopOnHalt(journal?.(made) ?? made, input)
}

/**
 * A journal that takes no more signatures or evidence once the command is being stopped: what waits for its answer, as
 * every signature and every broadcast does, then never continues. So the final report about the intent stays true.
 */
const stopOnHalt = (journal: Journal, { isStopping = () => false }: ComposeInput): Journal => {
  const unlessStopping = <T>(work: () => Promise<T>): Promise<T> =>
    isStopping() ? new Promise(() => undefined) : work()
  return {
    ...journal,
    recordSigned: (...given) => unlessStopping(() => journal.recordSigned(...given)),
    recordSignature: (...given) => unlessStopping(() => journal.recordSignature(...given)),
    recordReplacement: (...given) => unlessStopping(() => journal.recordReplacement(...given)),
    addObservations: (...given) => unlessStopping(() => journal.addObservations(...given)),
  }
}

/** The store, opened on first use and closed if it was. */
function openTracked({ state }: ComposeInput['settings']['paths']) {
  const path = join(state, 'swapline.db')
  let database: (() => Promise<Database>) | undefined
  let opened: { close(): void } | undefined
  const open = async () => {
    const { openOnce } = await import('#store/sqlite/open')
    database ??= openOnce({ path })
    const db = await database()
    opened = db
    return db
  }
  return { path, open, close: () => opened?.close() }
}

/** Creates a component at the first call and returns the same one from then on. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** ethers is loaded by the first transaction of others that is looked up. */
const proveOn =
  ({ name }: Network): ProveTransaction =>
  async (fields, chainId) => {
    const { proveTransaction } = await import('#wallet/prove-transaction')
    return proveTransaction(fields, chainId, isSandbox(name))
  }

/** The adapters whose amounts are proven, and the others if the user enables them. */
function selectProtocols({ settings }: ComposeInput): Protocols {
  const adapters: readonly Protocol<unknown>[] = all
  const used = adapters.filter(({ proof }) => proof.proven || settings.get('trade.unproven'))
  return toProtocols(used)
}

const toProtocols = (adapters: readonly Protocol<unknown>[]): Protocols =>
  new Map(adapters.map((protocol) => [protocol.kind, protocol]))

interface ChainsInput {
  readonly surroundings: ComposeInput
  readonly sandbox: SandboxControl
  readonly networkOf: (name: NetworkName) => Network
  readonly protocols: Protocols
  readonly trace?: RunTrace | undefined
  /** If absent, failing endpoints are reported through the compose input. */
  readonly watch?: ChainWatch
}

type ChainListeners = Pick<ChainContext, 'log' | 'onRequest' | 'onResponse'>

/** One chain per network, created on first use. The sandbox is started if no other network was requested. */
function createChains(
  { surroundings, sandbox, networkOf, protocols, watch, trace }: ChainsInput,
  options: Pick<ChainContext, 'guarded' | 'signal'> = {},
): (name: NetworkName) => Promise<Chain> {
  const made = new Map<NetworkName, Promise<Chain>>()
  const listeners = (name: NetworkName, tracing: ChainTrace | undefined): ChainListeners =>
    watch === undefined
      ? {
          log: (words) => surroundings.log(words, 'info'),
          ...(tracing && { onRequest: tracing.onRequest, onResponse: tracing.onResponse }),
        }
      : { log: (words) => watch.onFailure(name, words), onResponse: (note) => watch.onAnswer(name, note) }
  const make = async (name: NetworkName): Promise<Chain> => {
    const network = networkOf(name)
    const urls = await findEndpoints(surroundings, network, sandbox)
    const { clock } = surroundings
    const directory = join(surroundings.settings.paths.state, 'chains')
    const cache = createChainCache(directory)
    const tracing = trace?.ofNetwork(name)
    const memory = tracing?.memory(cache) ?? cache
    const made = createChain(
      { clock, memory, protocols, prove: proveOn(network), ...listeners(name, tracing), ...options },
      {
        network,
        urls: urls.length > 0 ? urls : [await startForUrl(surroundings, network, sandbox)],
        allowsHttp: surroundings.settings.get('allowHttpRpc'),
      },
    )
    return tracing?.chain(made) ?? made
  }
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const mine = make(name)
    made.set(name, mine)
    mine.catch(() => made.delete(name)) // a failure is not cached: the next call retries
    return mine
  }
}
