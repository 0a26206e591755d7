/**
 * Creates the real clocks, sockets, files and keys, and connects them to the components that commands request. Heavy
 * modules (SQLite, ethers) are loaded on first use by the component that needs them.
 */
import { join } from 'node:path'
import { createDeployedContracts } from '#app/deployed-contracts'
import { createOwnView } from '#app/own-view'
import { createService } from '#app/service'
import { createTokenBook } from '#app/tokens'
import { createTrader } from '#app/trader'
import { type ChainContext, createChain } from '#chain/create-chain'
import type { Compose, ComposeInput } from '#cli/context'
import { type ChainWatch, createHosts } from '#compose-host'
import { composeAccounts, composeSandbox, findEndpoints, startForUrl } from '#compose-sandbox'
import { isRemoteService, selectService } from '#compose-service'
import type { Chain } from '#domain/chain/port'
import type { Journal } from '#domain/journal/journal'
import type { Network } from '#domain/network'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import type { SandboxControl } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'
import { keccakText } from '#encoding/keccak'
import { getNetworkEntry } from '#networks/find'
import { all } from '#protocols/all.gen'
import { createChainCache } from '#store/chain-cache'
import { createAccountLock } from '#store/journal/account-lock'
import { createJournal } from '#store/journal/journal'
import { claimStateDirectory } from '#store/private-file'
import { createPoolIndexStore } from '#store/service/pool-index-store'
import { createQuoteStore } from '#store/service/quote-store'
import { openOnce } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'

/** Overrides for tests, between the program and the outside world. */
export interface ComposeOverrides {
  readonly journal?: (journal: Journal) => Journal
  /** Adapts a network's entry to another chain. */
  readonly network?: (entry: Network) => Network
  /** Payloads as a service makes them for others. */
  readonly throughRouter?: boolean
}

/** Takes milliseconds to load, so it is loaded only when needed. */
const nodeCrypto = () => process.getBuiltinModule('node:crypto')
const uuid = (): string => nodeCrypto().randomUUID()

export const composeWith =
  (overrides: ComposeOverrides): Compose =>
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

    const networkOf = (name: NetworkName) => overrides.network?.(getNetworkEntry(name)) ?? getNetworkEntry(name)
    const sandbox = composeSandbox(surroundings, networkOf)
    const accounts = once(() =>
      composeAccounts(surroundings, sandbox, { uuid, randomBytes: (size) => nodeCrypto().randomBytes(size) }),
    )
    const protocols = selectProtocols(surroundings)
    const chain = createChains({ surroundings, sandbox, networkOf, protocols })
    const contracts = createDeployedContracts()
    const base = { clock, uuid, chain, contracts }
    const sql = sqliteSql({ path, database: open })
    const quotes = createQuoteStore({ sql, retention: { every: 1, max: 50 } })
    const index = createPoolIndexStore({ sql })
    const endpoints = (network: Network) => findEndpoints(surroundings, network, sandbox)
    const tokens = createTokenBook({ chain })
    const sandboxes = async () => (await sandbox.listRunning()).map(({ network }) => network)
    const networks = { endpoints, sandboxes }
    const { throughRouter = false } = overrides
    const local = createService({ ...base, quotes, index, protocols, throughRouter, ...networks })
    const service = once(async () => {
      claimStateDirectory(state) // fails before a chain is read or started, not when something is to be stored
      return selectService(surroundings, { local, quotes, tokens })
    })
    const trader = once(async () => {
      claimStateDirectory(state)
      const journal = createJournal({
        database: open,
        finalDepth: (name) => Math.max(1, networkOf(name).confirmations),
      })
      return createTrader({
        ...base,
        journal: stopOnHalt(overrides.journal?.(journal) ?? journal, surroundings),
        lock: createAccountLock({ directory: join(state, 'locks'), clock }),
        accounts: await accounts(),
        service: await service(),
        isServiceRemote: isRemoteService(surroundings),
        ownView: createOwnView({ ...base, quotes, index, protocols }),
      })
    })
    const serviceChain = (watch: ChainWatch, ending: AbortSignal) =>
      createChains({ surroundings, sandbox, networkOf, protocols, watch }, { guarded: true, signal: ending })
    const hosts = createHosts({ ...base, protocols, ...networks, serviceChain }, surroundings)
    return {
      service,
      trader,
      tokens: async () => tokens,
      accounts,
      sandbox: async () => sandbox,
      host: (place) => hosts.host(place),
      indexing: (place) => hosts.indexing(place),
      close: async () => {
        await hosts.close()
        opened?.close()
      },
    }
  }

export const compose: Compose = composeWith({})

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
    addObservations: (...given) => unlessStopping(() => journal.addObservations(...given)),
  }
}

/** Creates a component at the first call and returns the same one from then on. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The adapters whose amounts are proven, and the others if the user enables them. */
function selectProtocols({ settings }: ComposeInput): Protocols {
  const adapters: readonly Protocol<unknown>[] = all
  const used = adapters.filter(({ proof }) => proof.proven || settings.get('trade.unproven'))
  return new Map(used.map((protocol) => [protocol.kind, protocol]))
}

interface ChainsInput {
  readonly surroundings: ComposeInput
  readonly sandbox: SandboxControl
  readonly networkOf: (name: NetworkName) => Network
  readonly protocols: Protocols
  /** If absent, failing endpoints are reported through the compose input. */
  readonly watch?: ChainWatch
}

/** One chain per network, created on first use. The sandbox is started if no other network was requested. */
function createChains(
  { surroundings, sandbox, networkOf, protocols, watch }: ChainsInput,
  options: Pick<ChainContext, 'guarded' | 'signal'> = {},
): (name: NetworkName) => Promise<Chain> {
  const made = new Map<NetworkName, Promise<Chain>>()
  const listeners = (name: NetworkName): Pick<ChainContext, 'log' | 'onResponse'> =>
    watch === undefined
      ? { log: surroundings.log }
      : { log: (words) => watch.onFailure(name, words), onResponse: (note) => watch.onAnswer(name, note) }
  const make = async (name: NetworkName): Promise<Chain> => {
    const network = networkOf(name)
    const urls = await findEndpoints(surroundings, network, sandbox)
    const { clock } = surroundings
    const memory = createChainCache({
      directory: join(surroundings.settings.paths.state, 'chains'),
      hash: keccakText,
    })
    return createChain(
      { clock, memory, protocols, ...listeners(name), ...options },
      {
        network,
        urls: urls.length > 0 ? urls : [await startForUrl(surroundings, network, sandbox)],
        allowsHttp: surroundings.settings.get('allowHttpRpc'),
      },
    )
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
