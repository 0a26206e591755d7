/** The HTTP API over a service that fails in a given way, to cover failures that our own service never has. */
import { randomUUID } from 'node:crypto'
import { startServer } from '#http/server/start'
import { checksum } from '#text/checksum'
import { type Client, createClient, generousLimits } from './fixture.ts'

export interface BrokenApi extends Client {
  /** Makes the next request to the service fail with this error. */
  failWith(error: unknown): void
  /** Every line of the log so far. */
  readonly getLog: () => string
  close(): Promise<void>
}

export async function startBrokenService(): Promise<BrokenApi> {
  let failure: unknown
  let log = ''
  const broken = async (): Promise<never> => {
    throw await failure
  }
  const server = await startServer(
    {
      service: {
        ...{ quote: broken, buildPayload: broken, execute: broken, getSwap: broken, getQuote: broken },
        listNetworks: async () => [],
      },
      crossing: {
        ...{
          requireRoutes: () => undefined,
          listBridges: () => [],
          checkTerms: async () => undefined,
          orderOf: () => undefined,
          execute: broken,
        },
        ...{ quote: broken, getQuote: broken, findQuote: broken, buildPayload: broken, track: broken, renew: broken },
      },
      relayer: undefined,
      swaps: { findSwap: broken, networkOf: broken, discover: broken, counts: broken, refreshPending: async () => 0 },
      networkStatus: broken,
      tokens: { list: () => [], listAll: async () => [], resolve: broken },
      prices: { listed: broken },
      notes: { get: broken },
      explainQuote: broken,
      keys: { check: async () => undefined },
      families: new Set(),
      clock: {
        now: () => generousLimits.drainSeconds,
        elapsed: () => performance.now(),
        sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      },
      uuid: randomUUID,
      checksum,
      log: {
        write: (line) => {
          log += line
        },
      },
      logLevel: 'info',
      withRequestId: (_, work) => work(),
      gauges: [],
      series: [],
    },
    generousLimits,
  )
  return {
    ...createClient(server),
    failWith: (error) => {
      failure = error
    },
    getLog: () => log,
    close: () => server.stop(),
  }
}
