/** The RPC connection failed. */
import { row } from '#domain/failures/row'

export const networkFailures = {
  NETWORK_UNAVAILABLE: row<{ network: string; reason: string }>(
    1503,
    503,
    5,
    (d) => `No RPC endpoint of ${d.network} answers: ${d.reason}.`,
    { retryable: true, fix: () => ['try again, or give another one: --rpc-url <url>'] },
  ),
  WRONG_CHAIN: row<{ network: string; expected: number; actual: string }>(
    1503,
    503,
    5,
    (d) => `The RPC endpoint serves chain ${d.actual}, but ${d.network} is chain ${d.expected}.`,
    { fix: (d) => [`give an endpoint of ${d.network}: --rpc-url <url>`] },
  ),
  STALE_HEAD: row<{ network: string; age: number }>(
    1503,
    503,
    5,
    (d) => `The RPC endpoint of ${d.network} is ${d.age} seconds behind.`,
    { retryable: true, fix: () => ['give another endpoint: --rpc-url <url>'] },
  ),
  TIMED_OUT: row<{ what: string; seconds: number }>(
    1503,
    503,
    5,
    (d) => `${d.what} took longer than ${d.seconds} seconds.`,
    { retryable: true, fix: () => ['try again, or raise --timeout'] },
  ),
  /** In a service: the search worker died, or was stopped because it took too long. */
  ROUTING_LOST: row<{ reason: string }>(1503, 503, 5, (d) => `The search for a route was lost: ${d.reason}.`, {
    api: 'The service is busy, please try again.',
    retryable: true,
    fix: () => ['try again'],
  }),
  INDEX_OF_ANOTHER_CHAIN: row<{ network: string; title: string }>(
    1503,
    503,
    5,
    (d) => `The index of ${d.title} is of another chain than the endpoint serves, which knows no block of it.`,
    { fix: (d) => ['check --rpc-url', `or start over: swapline networks index ${d.network} --restart`] },
  ),
  POOL_FILE_NOT_VALID: row<{ reason: string }>(1000, 400, 2, (d) => `The file of pools cannot be used: ${d.reason}.`, {
    fix: () => ['name a file that networks index --export wrote for this network'],
  }),
  /** `as`: the network it plays, if any. */
  SANDBOX_NOT_RUNNING: row<{ as?: string | undefined }>(
    1503,
    503,
    5,
    (d) => (d.as === undefined ? 'The sandbox is not running.' : `The sandbox that plays ${d.as} is not running.`),
    { fix: (d) => [`swapline sandbox up${d.as === undefined ? '' : ` --as ${d.as}`}`] },
  ),
  SANDBOX_FAILED: row<{ reason: string }>(1500, 500, 5, (d) => `The sandbox did not start: ${d.reason}.`, {
    fix: () => ['swapline sandbox down, then try again'],
  }),
} as const
