/** Composes a server: a service over its own store, and the HTTP API over it. */
import { join } from 'node:path'
import type { QuoteContext } from '#app/context'
import { followHead } from '#app/indexing/follow-head'
import { fetchNetworkStatus, type NetworksContext } from '#app/networks'
import { createQuoteRecorder } from '#app/quoting/quote-recorder'
import { createService } from '#app/service'
import { createSwapTracker } from '#app/swaps/tracker'
import { createTokenPrices } from '#app/token-prices'
import { createTokenBook } from '#app/tokens'
import { isLocal, type ResponseEvent } from '#chain/rpc/endpoint'
import type { ComposeInput } from '#cli/context'
import { composeBridges, serveCrossings } from '#compose-crossing'
import { createWarmEngine, gaugesOf } from '#compose-engine'
import { createServiceLog, type ServiceLog, skipRepeats } from '#compose-log'
import { createQuoteExplainer } from '#compose-page'
import { type RelayOverrides, startRelaying } from '#compose-relay'
import { SwapError } from '#domain/errors'
import type { PoolIndexing } from '#domain/pools/creations'
import type { SandboxControl } from '#domain/sandbox'
import type { ServerHost, ServerSettings } from '#domain/service/server'
import type { ServiceStore } from '#domain/service/stores'
import type { Accounts } from '#domain/trade/accounts'
import type { NetworkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { checksum } from '#text/checksum'

/** Observes the endpoints of a service. */
export interface ChainWatch {
  /** A failing endpoint; the words contain no secrets. */
  readonly onFailure: (network: NetworkName, words: string) => void
  readonly onAnswer: (network: NetworkName, note: ResponseEvent) => void
}

type IndexListener = Parameters<typeof followHead>[0]['found']

interface HostBase extends Omit<QuoteContext, 'quotes'>, NetworksContext {
  /** Chains that skip an endpoint while it does not answer, and cancel their requests when the signal is aborted. */
  readonly serviceChain: (watch: ChainWatch, ending: AbortSignal) => QuoteContext['chain']
  readonly sandbox: Pick<SandboxControl, 'findRelay'>
  /** Opened only for a relayer. */
  readonly accounts: () => Promise<Accounts>
  readonly relay?: RelayOverrides | undefined
}

/** Creates hosts and closes their stores. Loads none of their modules until one is requested. */
export function createHosts(base: HostBase, input: ComposeInput, relay?: RelayOverrides) {
  const stores: ServiceStore[] = []

  async function open(place: string | undefined): Promise<ServiceStore> {
    const { openServiceStore } = await import('#store/service/open-store')
    const { randomBytes } = process.getBuiltinModule('node:crypto')
    const file = join(input.settings.paths.state, 'swapline.db')
    const store = await openServiceStore({ clock: base.clock, randomBytes }, place ?? file)
    stores.push(store)
    return store
  }
  async function indexing(place: string | undefined): Promise<PoolIndexing> {
    const { createIndexer: createIndexing } = await import('#app/indexing/indexer')
    const { pools } = await open(place)
    const { decodeLossless: decode, encodeLossless: encode } = await import('#domain/lossless-json')
    return createIndexing({ ...base, index: pools, codec: { encode, decode } })
  }
  async function host(place: string | undefined): Promise<ServerHost> {
    const store = await open(place)
    return {
      keys: store.keys,
      relays: store.relays,
      start: (settings) => startHost({ ...base, relay }, store, input, settings),
    }
  }
  const close = async (): Promise<void> => {
    for (const store of stores.splice(0)) await store.close()
  }
  return { host, indexing, close }
}

/** Needs no account: nothing is signed. */
const recoverSigner: Accounts['recover'] = async (signed, signature) =>
  (await import('#wallet/recover-signer')).recoverSigner(signed, signature)

async function startHost(
  made: HostBase,
  store: ServiceStore,
  surroundings: ComposeInput,
  settings: ServerSettings,
): ReturnType<ServerHost['start']> {
  const { startServer } = await import('#http/server/start')
  const ending = new AbortController()
  process.getBuiltinModule('node:events').setMaxListeners(0, ending.signal) // one listener per pending request
  const log = createServiceLog(surroundings)
  // Requests cancelled at shutdown are not failures.
  const untilTheEnd: Pick<ServiceLog, 'note'> = {
    note: (level, fields) => (ending.signal.aborted ? undefined : log.note(level, fields)),
  }
  await warnAboutHttp(log, made, settings.networks)
  const { createServiceFigures } = await import('#compose-figures')
  const figures = createServiceFigures()
  const watch: ChainWatch = {
    onFailure: (network, msg) => untilTheEnd.note('debug', { network, msg }),
    onAnswer: figures.onRpcAnswer,
  }
  const base = { ...made, chain: made.serviceChain(watch, ending.signal), requiresRouter: true }
  const { quotes, records, keys, swaps, crossQuotes } = store
  const notes = createQuoteRecorder({ clock: base.clock, records, failed: logNoteFailure(log) })
  const engine = await createWarmEngine({ ...base, log: untilTheEnd }, settings)
  const quoting = { ...base, quotes, index: store.pools, market: engine.market }
  const paired = { ...surroundings, sandbox: made.sandbox }
  const { bridges } = composeBridges(paired)
  const relaying = await startRelaying({ ...base, bridges, log: untilTheEnd }, store, settings)
  const { relayer, findAccepted } = relaying
  const served = { ...quoting, ...(relayer && { relayer }), findAccepted }
  const crossing = serveCrossings(paired, { ...served, crossQuotes })
  const tracked = { ...base, quotes, swaps, crossing, recover: recoverSigner, differed: logDifference(log) }
  const server = await startServer(
    {
      service: createService({ ...served, notes, throughRouter: true }),
      crossing,
      networkStatus: (network) => fetchNetworkStatus(base, network),
      swaps: createSwapTracker(tracked),
      relayer,
      tokens: createTokenBook(base),
      prices: createTokenPrices(base),
      notes,
      explainQuote: createQuoteExplainer({ ...base, quotes, index: store.pools }, surroundings, settings),
      keys,
      families: new Set(base.protocols.keys()),
      clock: base.clock,
      uuid: base.uuid,
      checksum,
      log,
      logLevel: log.level,
      withRequestId: log.withRequestId,
      gauges: [...gaugesOf(engine), ...figures.gauges],
      series: figures.series,
    },
    settings,
  ).catch(async (error: unknown) => {
    ending.abort()
    await relaying.stop() // whose loops would keep the process
    throw error
  })
  const indexes = startIndexing({ ...base, index: store.pools, engine, log: untilTheEnd }, settings.networks)
  return {
    ...server,
    stop: async () => {
      log.note('info', { msg: 'ending: accepted requests are still answered' })
      await server.stop()
      await relaying.stop()
      ending.abort() // cancels requests to endpoints, especially silent ones
      await indexes.stop()
      await engine.stop()
      figures.stop()
    },
  }
}

interface IndexingParts extends Omit<Parameters<typeof followHead>[0], 'followed' | 'found' | 'failed'> {
  readonly engine: Awaited<ReturnType<typeof createWarmEngine>>
  readonly log: Pick<ServiceLog, 'note'>
}

function startIndexing({ engine, log, ...parts }: IndexingParts, networks: readonly NetworkName[]) {
  const followed = (network: NetworkName) => engine.figures().markets.get(network)?.block
  const found: IndexListener = (chain, pools) => engine.market(chain).addPools(pools)
  return followHead({ ...parts, followed, found, failed: logIndexFailures(log) }, networks)
}

/** @throws `VALIDATION_FAILED` for a remote endpoint over http, unless that is allowed */
async function warnAboutHttp(
  log: ServiceLog,
  { endpoints }: HostBase,
  networks: readonly NetworkName[],
): Promise<void> {
  for (const network of networks)
    for (const url of (await endpoints(getNetworkEntry(network))).map((text) => new URL(text)))
      if (url.protocol === 'http:' && !isLocal(url)) {
        const msg = `${url.host} is reached over http: its answers can be read and changed in transit`
        log.note('warn', { network, msg })
      }
}

const logNoteFailure = (log: ServiceLog) => (error: unknown) => {
  const code = error instanceof SwapError ? error.code : String(error)
  log.note('error', { error: code, msg: 'a note on a quote was not stored' })
}

const logDifference = (log: Pick<ServiceLog, 'note'>) =>
  skipRepeats((network, message) => log.note('warn', { network, msg: message }))

const logIndexFailures = (log: Pick<ServiceLog, 'note'>) =>
  skipRepeats((network, message) => log.note('warn', { network, msg: `pools are not indexed: ${message}` }))
