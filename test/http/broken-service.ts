/** The HTTP API before a service that fails in a given way, so that also those failures are answered that none of ours has. */
import { randomUUID } from 'node:crypto'
import { checksum } from '#cli/checksum'
import { startServer } from '#http/start-server'
import { type Client, clientOf, roomy } from './house.ts'

export interface Broken extends Client {
  /** What the next question to the service ends in. */
  fails(error: unknown): void
  /** Every line of the log so far. */
  readonly logged: () => string
  close(): Promise<void>
}

export async function brokenService(): Promise<Broken> {
  let failure: unknown
  let log = ''
  const broken = async (): Promise<never> => {
    throw await failure
  }
  const server = await startServer(
    {
      service: { quote: broken, transaction: broken, stored: broken, networks: async () => [] },
      swaps: { swap: broken, networkOf: broken, discover: broken, counts: broken, settle: async () => 0 },
      networkStatus: broken,
      tokens: { list: () => [], resolve: broken },
      prices: { listed: broken },
      notes: { of: broken },
      keys: { check: async () => undefined },
      families: new Set(),
      clock: {
        now: () => roomy.drain,
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
    roomy,
  )
  return {
    ...clientOf(server),
    fails: (error) => {
      failure = error
    },
    logged: () => log,
    close: () => server.stop(),
  }
}
