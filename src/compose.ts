/** Makes the real clocks, sockets, files and keys, and joins them to the parts that commands ask for. */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { SwapContext } from '#app/trade/swap'
import type { Compose, Surroundings } from '#cli/context'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Chain, Journal } from '#domain/ports'
import type { Protocol, Protocols } from '#domain/protocol'
import type { NetworkName } from '#domain/units'
import { entryOf } from '#networks/find'

/** What a test puts between the house and the world. */
export interface Taps {
  readonly journal?: (journal: Journal) => Journal
}

const sandboxName = 'sandbox'

export const composeWith =
  (taps: Taps): Compose =>
  (surroundings) => {
    const { settings, clock } = surroundings
    const state = settings.paths.state
    const database = once(async () => {
      const { openOnce } = await import('#store/open-database')
      return openOnce({ path: join(state, 'swapline.db') })
    })
    let opened: { close(): void } | undefined
    const open = async () => {
      const db = await (await database())()
      opened = db
      return db
    }

    const sandbox = once(async () => {
      const { createSandboxControl } = await import('#sandbox/control')
      return createSandboxControl({ stateDir: state, clock, entryOf })
    })
    const accounts = once(async () => {
      const { createAccounts } = await import('#wallet/create-accounts')
      const [directory = '', ...foreignDirectories] = settings.paths.keystores
      return createAccounts({
        directory,
        foreignDirectories,
        secrets: surroundings.secrets,
        randomBytes,
        uuid: randomUUID,
        development: await developmentAccounts(surroundings, sandbox),
      })
    })
    const chain = chainsOf(surroundings, sandbox)
    const quotes = once(async () => {
      const { createQuoteStore } = await import('#store/quote-store')
      return createQuoteStore({ database: open })
    })
    const service = once(async () => {
      const { createService } = await import('#app/service')
      const base = { clock, uuid: randomUUID, chain, quotes: await quotes(), protocols: await protocols() }
      return createService({ ...base, endpoints: (network) => endpoints(surroundings, network, sandbox) })
    })
    const trader = once(async () => {
      const [{ createTrader }, { createJournal }, { createAccountLock }] = await Promise.all([
        import('#app/trader'),
        import('#store/journal'),
        import('#store/account-lock'),
      ])
      const journal = createJournal({ database: open })
      const context: SwapContext = {
        clock,
        uuid: randomUUID,
        chain,
        journal: taps.journal?.(journal) ?? journal,
        lock: createAccountLock({ directory: join(state, 'locks'), clock }),
        accounts: await accounts(),
        service: await service(),
      }
      return createTrader(context)
    })
    const tokens = once(async () => {
      const { createTokenBook } = await import('#app/tokens')
      return createTokenBook({ chain })
    })
    return { service, trader, tokens, accounts, sandbox, close: async () => opened?.close() }
  }

export const compose: Compose = composeWith({})

/** Makes a part at the first call and gives the same one from then on. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const protocols = once(async (): Promise<Protocols> => {
  const { all } = await import('#protocols/all.gen')
  const known: readonly Protocol<unknown>[] = all
  return new Map(known.map((protocol) => [protocol.kind, protocol]))
})

type SandboxPart = () => Promise<import('#domain/sandbox').SandboxControl>

/** One chain a network, made when it is first asked for. The sandbox is started where nothing else was asked for. */
function chainsOf(surroundings: Surroundings, sandbox: SandboxPart): (name: NetworkName) => Promise<Chain> {
  const made = new Map<NetworkName, Promise<Chain>>()
  const make = async (name: NetworkName): Promise<Chain> => {
    const network = entryOf(name)
    const [{ createChain }, { createChainMemory }, adapters] = await Promise.all([
      import('#chain/create-chain'),
      import('#store/chain-memory'),
      protocols(),
    ])
    const urls = await endpoints(surroundings, network, sandbox)
    const { clock, log } = surroundings
    const memory = createChainMemory({ directory: join(surroundings.settings.paths.state, 'chains') })
    return createChain(
      { clock, memory, protocols: adapters, log },
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
  sandbox: SandboxPart,
): Promise<readonly string[]> {
  const own = settings.rpc(network.name)
  if (own.length > 0) return own
  if (network.name !== sandboxName) return network.rpc
  const running = await (await sandbox()).status()
  return running === undefined ? [] : [running.url]
}

async function sandboxUrl({ log }: Surroundings, network: Network, sandbox: SandboxPart): Promise<string> {
  if (network.name !== sandboxName)
    throw fail('NETWORK_UNAVAILABLE', { network: network.name, reason: 'no endpoint is known' })
  const running = await (await sandbox()).up({})
  log(`Started the sandbox at ${running.url}; end it with: swapline sandbox down`)
  return running.url
}

/** Their keys are public, so they exist only where the sandbox is meant: it is named, or nothing is and one runs. */
async function developmentAccounts({ settings }: Surroundings, sandbox: SandboxPart) {
  const network = settings.get('network')
  const meant = network === undefined ? (await (await sandbox()).status()) !== undefined : isSandbox(network)
  return meant ? (await import('#sandbox/dev-accounts')).devAccounts : []
}

const isSandbox = (network: string): boolean => network === sandboxName || network === '31337'
