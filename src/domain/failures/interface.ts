/** Failures that only the HTTP API or only the command line has: of the transport, not of what was asked. */
import { type NoDetails, row } from '#domain/failures/row'

/** A request that is refused before its parameters are read. */
const unreadRow = (http: number) =>
  row<{ reason: string }>(1000, http, 2, (d) => `Wrong parameters: ${d.reason}`, {
    fix: () => ['for what is accepted: /swagger'],
  })

export const interfaceFailures = {
  REQUEST_TOO_SLOW: unreadRow(408),
  BODY_TOO_LARGE: unreadRow(413),
  ADDRESS_TOO_LONG: unreadRow(414),
  MEDIA_TYPE_NOT_SUPPORTED: unreadRow(415),
  HEADERS_TOO_LARGE: unreadRow(431),
  /** A network that can be traded on, but not here. */
  NETWORK_NOT_SERVED: row<{ name: string; served: readonly string[] }>(
    1007,
    400,
    2,
    (d) => `This service does not serve the network ${d.name}: it serves ${d.served.join(', ')}.`,
    { fix: () => ['name a network that it serves, or ask another service'] },
  ),
  /** The command completed; `id` is what `status` finds the swap by that it was about. */
  RESULT_NOT_WRITTEN: row<{ reason: string; id: string | undefined }>(
    1500,
    500,
    74,
    (d) => `The command did its work, but its result could not be written: ${d.reason}.`,
    {
      fix: (d) =>
        d.id === undefined
          ? ['write it elsewhere, or make room']
          : [`do not swap again; for its outcome: swapline status ${d.id}`],
    },
  ),
  API_KEY_NOT_ACCEPTED: row<NoDetails>(1401, 401, 4, () => 'The request must carry a valid apikey header.', {
    api: 'The request must carry a valid apikey header',
    fix: () => ['swapline serve keys add'],
  }),
  PATH_NOT_FOUND: row<{ path: string }>(1404, 404, 6, (d) => `There is no ${d.path} here.`, {
    fix: () => ['for the paths: /swagger'],
  }),
  METHOD_NOT_ALLOWED: row<{ method: string; path: string; allowed: readonly string[] }>(
    1405,
    405,
    2,
    (d) => `${d.path} does not take ${d.method}: use ${d.allowed.join(' or ')}.`,
    { fix: () => ['for the methods: /swagger'] },
  ),
  RATE_LIMITED: row<{ retryAfter: number }>(
    1429,
    429,
    5,
    (d) => `Too many requests: wait ${d.retryAfter} ${d.retryAfter === 1 ? 'second' : 'seconds'}.`,
    { api: 'Too many requests', retryable: true, fix: () => ['wait, or use the authenticated listener with a key'] },
  ),
  ADDRESS_IN_USE: row<{ address: string; reason: string }>(
    1503,
    503,
    5,
    (d) => `The server cannot listen at ${d.address}: ${d.reason}.`,
    { fix: () => ['choose another --port, --auth-port or --host', 'stop the program that listens there'] },
  ),
  /** The queue is longer than can be worked off soon. */
  OVERLOADED: row<NoDetails>(1503, 503, 5, () => 'The service is busy, please try again.', {
    retryable: true,
    fix: () => ['wait a second, then try again'],
  }),
} as const
