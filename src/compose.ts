/**
 * Makes the real clocks, sockets, files and keys, and joins them to the parts that commands ask for. What is heavy
 * (SQLite, ethers) is loaded by the part that needs it, at its first use.
 */
import { join } from 'node:path'
import { createDeployedContracts } from '#app/deployed-contracts'
import { createOwnView } from '#app/own-view'
import { createService } from '#app/service'
import { createTokenBook } from '#app/tokens'
import { createTrader } from '#app/trader'
import { type ChainContext, createChain } from '#chain/create-chain'
import type { Compose, Surroundings } from '#cli/context'
import { type ChainWatch, hosts } from '#compose-host'
import { accountsFor, endpointsOf, sandboxFor, sandboxUrl } from '#compose-sandbox'
import { chosenService, isElsewhere } from '#compose-service'
import type { Journal } from '#domain/journal'
import type { Network } from '#domain/network'
import type { Chain } from '#domain/ports'
import type { Protocol, Protocols } from '#domain/protocol'
import type { SandboxControl } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'
import { keccakText } from '#encoding/keccak'
import { entryOf } from '#networks/find'
import { all } from '#protocols/all.gen'
import { createAccountLock } from '#store/account-lock'
import { createChainMemory } from '#store/chain-memory'
import { createJournal } from '#store/journal'
import { openOnce } from '#store/open-database'
import { createPoolIndexStore } from '#store/pool-index-store'
import { claimDirectory } from '#store/private-file'
import { createQuoteStore } from '#store/quote-store'
import { sqliteSql } from '#store/sqlite-sql'

/** What a test puts between the house and the world. */
export interface Taps {
  readonly journal?: (journal: Journal) => Journal
  /** What we know of a network, as a chain of another kind. */
  readonly network?: (entry: Network) => Network
}

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
    const sandbox = sandboxFor(surroundings, networkOf)
    const accounts = once(() =>
      accountsFor(surroundings, sandbox, { uuid, randomBytes: (size) => nodeCrypto().randomBytes(size) }),
    )
    const protocols = protocolsFor(surroundings)
    const chain = chainsOf({ surroundings, sandbox, networkOf, protocols })
    const contracts = createDeployedContracts()
    const base = { clock, uuid, chain, contracts }
    const sql = sqliteSql({ path, database: open })
    const quotes = createQuoteStore({ sql, sweeping: { every: 1, most: 50 } })
    const index = createPoolIndexStore({ sql })
    const endpoints = (network: Network) => endpointsOf(surroundings, network, sandbox)
    const tokens = createTokenBook({ chain })
    const sandboxes = async () => (await sandbox.running()).map(({ network }) => network)
    const networks = { endpoints, sandboxes }
    const local = createService({ ...base, quotes, index, protocols, ...networks })
    const service = once(async () => {
      claimDirectory(state) // found out before a chain is asked or started, not when something is to be kept
      return chosenService(surroundings, { local, quotes, tokens })
    })
    const trader = once(async () => {
      claimDirectory(state)
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
    const serviceChain = (watch: ChainWatch, ending: AbortSignal) =>
      chainsOf({ surroundings, sandbox, networkOf, protocols, watch }, { guarded: true, ending })
    const { host, indexing, close: closeHost } = hosts({ ...base, protocols, ...networks, serviceChain }, surroundings)
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
  /** Where it is absent, the surroundings are told of endpoints that fail. */
  readonly watch?: ChainWatch
}

/** One chain a network, made when it is first asked for. The sandbox is started where nothing else was asked for. */
function chainsOf(
  { surroundings, sandbox, networkOf, protocols, watch }: Chains,
  options: Pick<ChainContext, 'guarded' | 'ending'> = {},
): (name: NetworkName) => Promise<Chain> {
  const made = new Map<NetworkName, Promise<Chain>>()
  const listeners = (name: NetworkName): Pick<ChainContext, 'log' | 'onAnswer'> =>
    watch === undefined
      ? { log: surroundings.log }
      : { log: (words) => watch.failed(name, words), onAnswer: (note) => watch.answered(name, note) }
  const make = async (name: NetworkName): Promise<Chain> => {
    const network = networkOf(name)
    const urls = await endpointsOf(surroundings, network, sandbox)
    const { clock } = surroundings
    const memory = createChainMemory({
      directory: join(surroundings.settings.paths.state, 'chains'),
      hash: keccakText,
    })
    return createChain(
      { clock, memory, protocols, ...listeners(name), ...options },
      {
        network,
        urls: urls.length > 0 ? urls : [await sandboxUrl(surroundings, network, sandbox)],
        allowsHttp: surroundings.settings.get('allowHttpRpc'),
      },
    )
  }
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const mine = make(name)
    made.set(name, mine)
    mine.catch(() => made.delete(name)) // what was missing may be there the next time
    return mine
  }
}
