/** Joins what serves others: a service over a store of its own, and the HTTP API before it. */
import { join } from 'node:path'
import type { QuoteContext } from '#app/context'
import { keepUp } from '#app/indexing/keep-up'
import { type NetworksContext, networkStatus } from '#app/networks'
import { createNoteTaker } from '#app/quoting/note-taker'
import { createService } from '#app/service'
import { createSwapTracker } from '#app/swaps/tracker'
import { createTokenPrices } from '#app/token-prices'
import { createTokenBook } from '#app/tokens'
import { type AnswerNote, isLocal } from '#chain/endpoint'
import { checksum } from '#cli/checksum'
import type { Surroundings } from '#cli/context'
import { gaugesOf, warmEngine } from '#compose-engine'
import { createServiceLog, type ServiceLog } from '#compose-log'
import type { Indexing } from '#domain/creations'
import { SwapError } from '#domain/errors'
import type { ServiceStore } from '#domain/ports'
import type { Host, ServerSettings } from '#domain/server'
import type { NetworkName } from '#domain/units'
import { entryOf } from '#networks/find'

/** Is told what the endpoints of a service do. */
export interface ChainWatch {
  /** An endpoint that fails, in words without secrets. */
  readonly failed: (network: NetworkName, words: string) => void
  readonly answered: (network: NetworkName, note: AnswerNote) => void
}

interface Base extends Omit<QuoteContext, 'quotes'>, NetworksContext {
  /** Chains that leave an endpoint alone while it does not answer, and that give up what they ask when the signal is aborted. */
  readonly serviceChain: (watch: ChainWatch, ending: AbortSignal) => QuoteContext['chain']
}

/** Makes hosts and closes their stores. Loads nothing of them before one is asked for. */
export function hosts(base: Base, surroundings: Surroundings) {
  const stores: ServiceStore[] = []

  async function open(place: string | undefined): Promise<ServiceStore> {
    const { openServiceStore } = await import('#store/open-service-store')
    const { randomBytes } = process.getBuiltinModule('node:crypto')
    const file = join(surroundings.settings.paths.state, 'swapline.db')
    const store = await openServiceStore({ clock: base.clock, randomBytes }, place ?? file)
    stores.push(store)
    return store
  }
  async function indexing(place: string | undefined): Promise<Indexing> {
    const { createIndexing } = await import('#app/indexing/indexer')
    const { pools } = await open(place)
    return createIndexing({ ...base, index: pools })
  }
  async function host(place: string | undefined): Promise<Host> {
    const store = await open(place)
    return { keys: store.keys, start: (settings) => start(base, store, surroundings, settings) }
  }
  const close = async (): Promise<void> => {
    for (const store of stores.splice(0)) await store.close()
  }
  return { host, indexing, close }
}

async function start(
  made: Base,
  store: ServiceStore,
  surroundings: Surroundings,
  settings: ServerSettings,
): ReturnType<Host['start']> {
  const { startServer } = await import('#http/start-server')
  const ending = new AbortController()
  process.getBuiltinModule('node:events').setMaxListeners(0, ending.signal) // one for each request on its way
  const log = createServiceLog(surroundings)
  // What is given up at the end has not failed.
  const untilTheEnd: Pick<ServiceLog, 'note'> = {
    note: (level, fields) => (ending.signal.aborted ? undefined : log.note(level, fields)),
  }
  await warnOfHttp(log, made, settings.networks)
  const { createServiceFigures } = await import('#compose-figures')
  const figures = createServiceFigures()
  const watch: ChainWatch = {
    failed: (network, msg) => untilTheEnd.note('debug', { network, msg }),
    answered: figures.rpcAnswered,
  }
  const base = { ...made, chain: made.serviceChain(watch, ending.signal), requiresRouter: true }
  const { quotes, records, keys, swaps } = store
  const notes = createNoteTaker({ clock: base.clock, records, failed: noteFailed(log) })
  const engine = await warmEngine({ ...base, log: untilTheEnd }, settings)
  const server = await startServer(
    {
      service: createService({ ...base, quotes, notes, index: store.pools, market: engine.market }),
      networkStatus: (network) => networkStatus(base, network),
      swaps: createSwapTracker({ ...base, quotes, swaps }),
      tokens: createTokenBook(base),
      prices: createTokenPrices(base),
      notes,
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
  )
  const indexes = keepUp(
    {
      ...base,
      index: store.pools,
      followed: (network) => engine.figures().markets.get(network)?.block,
      found: (chain, pools) => engine.market(chain).extend(pools),
      failed: indexFailed(untilTheEnd),
    },
    settings.networks,
  )
  return {
    ...server,
    stop: async () => {
      log.note('info', { msg: 'ending: what was accepted is still answered' })
      await server.stop()
      ending.abort() // nobody waits for an endpoint any more, least of all for one that is silent
      await indexes.stop()
      await engine.stop()
      figures.stop()
    },
  }
}

/** @throws `VALIDATION_FAILED` for an endpoint over http of another machine, unless that is allowed */
async function warnOfHttp(log: ServiceLog, { endpoints }: Base, networks: readonly NetworkName[]): Promise<void> {
  for (const network of networks)
    for (const url of (await endpoints(entryOf(network))).map((text) => new URL(text)))
      if (url.protocol === 'http:' && !isLocal(url)) {
        const msg = `${url.host} is asked over http: whoever is on the way can read and change what it says`
        log.note('warn', { network, msg })
      }
}

const noteFailed = (log: ServiceLog) => (error: unknown) => {
  const code = error instanceof SwapError ? error.code : String(error)
  log.note('error', { error: code, msg: 'a note on a quote was not kept' })
}

/** The same failure is not said again while it lasts. */
function indexFailed(log: Pick<ServiceLog, 'note'>) {
  const said = new Map<string, string>()
  return (network: string, error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error)
    if (said.get(network) === message) return
    said.set(network, message)
    log.note('warn', { network, msg: `pools are not indexed: ${message}` })
  }
}
