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
import { checksum } from '#cli/checksum'
import type { Surroundings } from '#cli/context'
import { writeTo } from '#cli/out/streams'
import { scrub, secretsOf } from '#cli/scrub'
import { gaugesOf, warmEngine } from '#compose-engine'
import type { Indexing } from '#domain/creations'
import { SwapError } from '#domain/errors'
import type { Clock, ServiceStore } from '#domain/ports'
import type { Host, ServerSettings } from '#domain/server'

interface Base extends Omit<QuoteContext, 'quotes'>, NetworksContext {
  /** Chains that leave an endpoint alone while it does not answer, and that give up what they ask when the signal is aborted. */
  readonly guardedChain: (ending: AbortSignal) => QuoteContext['chain']
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
  { env, settings: said }: Surroundings,
  settings: ServerSettings,
): ReturnType<Host['start']> {
  const { startServer } = await import('#http/start-server')
  const ending = new AbortController()
  process.getBuiltinModule('node:events').setMaxListeners(0, ending.signal) // one for each request on its way
  const base = { ...made, chain: made.guardedChain(ending.signal), requiresRouter: true }
  const { quotes, records, keys, swaps } = store
  const secrets = secretsOf(env)
  const log = { write: (line: string) => void writeTo('stderr', scrub(line, secrets)) }
  // What is given up at the end has not failed.
  const untilTheEnd = { write: (line: string) => (ending.signal.aborted ? undefined : log.write(line)) }
  const notes = createNoteTaker({ clock: base.clock, records, failed: noteFailed(log, base.clock) })
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
      clock: base.clock,
      uuid: base.uuid,
      checksum,
      log,
      logLevel: said.get('quiet') ? 'error' : 'info',
      gauges: gaugesOf(engine),
    },
    settings,
  )
  const indexes = keepUp(
    {
      ...base,
      index: store.pools,
      followed: (network) => engine.figures().markets.get(network)?.block,
      found: (chain, pools) => engine.market(chain).extend(pools),
      failed: indexFailed(untilTheEnd, base.clock),
    },
    settings.networks,
  )
  return {
    ...server,
    stop: async () => {
      await server.stop()
      ending.abort() // nobody waits for an endpoint any more, least of all for one that is silent
      await indexes.stop()
      await engine.stop()
    },
  }
}

const noteFailed = (log: { write(line: string): void }, clock: Pick<Clock, 'now'>) => (error: unknown) => {
  const code = error instanceof SwapError ? error.code : String(error)
  log.write(`${JSON.stringify({ level: 50, time: clock.now(), code, msg: 'a note on a quote was not kept' })}\n`)
}

/** The same failure is not said again while it lasts. */
function indexFailed(log: { write(line: string): void }, clock: Pick<Clock, 'now'>) {
  const said = new Map<string, string>()
  return (network: string, error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error)
    if (said.get(network) === message) return
    said.set(network, message)
    log.write(
      `${JSON.stringify({ level: 40, time: clock.now(), network, msg: `pools are not indexed: ${message}` })}\n`,
    )
  }
}
