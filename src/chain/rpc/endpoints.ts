import { fail, isFailure, SwapError } from '#domain/errors'
import { itemAt } from '#domain/item-at'
import type { Network } from '#domain/network'
import { createEndpoint, type Endpoint, type EndpointContext, isLocal } from './endpoint.ts'
import { EndpointFault } from './endpoint-fault.ts'
import { guardEndpoint } from './guarded-endpoint.ts'
import { type RpcAnswer, type RpcCall, rpcCall } from './json-rpc.ts'
import { sanitizeNodeMessage } from './sanitize-node-message.ts'
import { parseNumber, requireResult } from './values.ts'

export interface EndpointsContext extends EndpointContext {
  /** Stops calling an endpoint that does not answer for a while: a service has other requests to answer meanwhile. */
  readonly guarded?: boolean | undefined
  readonly log?: ((words: string) => void) | undefined
}

/** An endpoint whose answers count only after it has confirmed the right chain id. */
export interface CheckedEndpoint extends Omit<Endpoint, 'ask'> {
  /** Its host, numbered if two endpoints share one; evidence refers to it by this name. */
  readonly name: string
  /**
   * As `Endpoint.ask`; the first batch also asks for the chain id. `again` asks for it once more. @throws
   * `WRONG_CHAIN`.
   */
  ask(calls: readonly RpcCall[], options?: { again: boolean }): Promise<readonly RpcAnswer[]>
}

/** The user's endpoints of one network, best first. */
export interface Endpoints {
  readonly all: readonly CheckedEndpoint[]
  /**
   * Runs `work` with the endpoint that succeeded last; if it fails, with each of the others.
   * @throws `WRONG_CHAIN` or `STALE_HEAD` if one has that fault, otherwise `NETWORK_UNAVAILABLE`.
   */
  use<T>(work: (endpoint: CheckedEndpoint) => Promise<T>): Promise<T>
  /**
   * Runs `work` with all of them at once and returns the results of those that did not fail. After the first result the
   * others have {@link graceMs}: a silent endpoint must not delay what another one knows.
   * @param waits `each`: for every one until its calls end or time out, so that none is left out for being slow
   * @throws as `use`, if all of them fail.
   */
  useAll<T>(work: (endpoint: CheckedEndpoint) => Promise<T>, waits?: 'each'): Promise<readonly T[]>
  /**
   * Runs `work` with one endpoint after the other until one finds something.
   * @returns `undefined` if those that answer find nothing
   * @throws as `use`, if none answers.
   */
  find<T>(work: (endpoint: CheckedEndpoint) => Promise<T | undefined>): Promise<T | undefined>
}

const graceMs = 2_500

export function createEndpoints(
  context: EndpointsContext,
  input: { network: Network; urls: readonly string[]; callMs: number; allowsHttp?: boolean },
): Endpoints {
  const { network, callMs, allowsHttp = false } = input
  const parsed = input.urls.map((url) => parseUrl(url, allowsHttp))
  const urls = dropRepeated(parsed.filter((url) => url instanceof URL))
  const endpoints = urls.map((url) => createEndpoint(context, { url, callMs }))
  const asked = context.guarded ? endpoints.map((endpoint) => guardEndpoint(context, endpoint)) : endpoints
  const all = nameEndpoints(asked).map((endpoint) => withChainIdCheck(network, endpoint))
  const refused = parsed.filter((url) => typeof url === 'string')
  let preferred = 0
  const noteFault = (endpoint: CheckedEndpoint, error: unknown): string | SwapError => {
    const fault = classifyFault(endpoint, error)
    context.log?.(typeof fault === 'string' ? fault : fault.message)
    return fault
  }

  return {
    all,
    use: async (work) => {
      const faults: unknown[] = []
      for (let i = 0; i < all.length; i++) {
        const at = (preferred + i) % all.length
        const endpoint = itemAt(all, at)
        try {
          const done = await work(endpoint)
          preferred = at
          return done
        } catch (error) {
          faults.push(noteFault(endpoint, error))
        }
      }
      throw toFailure(network, [...faults, ...refused])
    },
    useAll: async (work, waits) => {
      const faults: unknown[] = []
      const tasks = all.map(async (endpoint) => {
        try {
          return [await work(endpoint)]
        } catch (error) {
          faults.push(noteFault(endpoint, error))
          return []
        }
      })
      const results =
        waits === 'each' ? (await Promise.all(tasks)).flat() : await settleWithinGrace(context.clock, tasks)
      if (results.length === 0) throw toFailure(network, [...faults, ...refused])
      return results
    },
    find: async (work) => {
      const faults: unknown[] = []
      for (const endpoint of all) {
        try {
          const found = await work(endpoint)
          if (found !== undefined) return found
        } catch (error) {
          faults.push(noteFault(endpoint, error))
        }
      }
      if (faults.length < all.length) return undefined
      throw toFailure(network, [...faults, ...refused])
    },
  }
}

/** The results of the tasks that end within {@link graceMs} after the first result; the others are ignored. */
async function settleWithinGrace<T>(
  clock: EndpointContext['clock'],
  tasks: readonly Promise<readonly T[]>[],
): Promise<readonly T[]> {
  const results: T[] = []
  const grace = new AbortController()
  const late = new Promise<void>((resolve) => {
    for (const task of tasks)
      task.then(
        (given) => {
          results.push(...given)
          if (given.length > 0) void clock.sleep(graceMs, grace.signal).then(resolve)
        },
        () => undefined, // rethrown by the caller that awaits them all
      )
  })
  await Promise.race([Promise.all(tasks), late])
  grace.abort()
  return [...results]
}

/** The endpoint's fault. @throws `error` itself if another endpoint would not do better. */
function classifyFault(endpoint: CheckedEndpoint, error: unknown): string | SwapError {
  if (error instanceof EndpointFault) return describeFault(endpoint, error)
  if (isFailure(error, 'WRONG_CHAIN') || isFailure(error, 'STALE_HEAD') || isFailure(error, 'BLOCK_NOT_AVAILABLE'))
    return error
  throw error
}

/** A fault as text for users, without secrets. */
export const describeFault = (endpoint: Pick<Endpoint, 'url' | 'host'>, fault: EndpointFault): string =>
  `${endpoint.host} ${sanitizeNodeMessage(fault.message, endpoint.url)}`

function toFailure(network: Network, faults: readonly unknown[]): SwapError {
  const known = faults.find((fault) => fault instanceof SwapError)
  if (known !== undefined) return known
  const reasons = faults.filter((fault) => typeof fault === 'string')
  return fail('NETWORK_UNAVAILABLE', { network: network.title, reason: reasons.join('; ') || 'none is set' })
}

/** The URL, or why it is not allowed. */
function parseUrl(text: string, allowsHttp: boolean): URL | string {
  if (!URL.canParse(text)) return 'one of the URLs is not valid'
  const url = new URL(text)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && (allowsHttp || isLocal(url)))) return url
  return `${url.host} must be https`
}

/** An endpoint that is given twice is one: else it would be its own second opinion. */
const dropRepeated = (urls: readonly URL[]): readonly URL[] =>
  urls.filter((url, i) => urls.findIndex((other) => isSameEndpoint(url, other)) === i)

/** A slash at the end of the path changes nothing. */
export function isSameEndpoint(a: URL, b: URL): boolean {
  const [one, other] = [a, b].map(({ origin, username, password, pathname, search }) =>
    [origin, username, password, pathname.replace(/\/+$/, ''), search].join('\n'),
  )
  return one === other
}

const nameEndpoints = (endpoints: readonly Endpoint[]): (Endpoint & { readonly name: string })[] =>
  endpoints.map((endpoint, i) => {
    const before = endpoints.slice(0, i).filter(({ host }) => host === endpoint.host).length
    return { ...endpoint, name: before === 0 ? endpoint.host : `${endpoint.host} #${before + 1}` }
  })

function withChainIdCheck(network: Network, endpoint: Endpoint & { readonly name: string }): CheckedEndpoint {
  let known = false
  return {
    ...endpoint,
    ask: async (calls, options = { again: false }) => {
      if (known && !options.again) return endpoint.ask(calls)
      const [chainId, ...answers] = await endpoint.ask([rpcCall('eth_chainId'), ...calls])
      const actual = parseNumber(requireResult(chainId))
      known = actual === network.chainId
      if (!known) throw fail('WRONG_CHAIN', { network: network.title, expected: network.chainId, actual: `${actual}` })
      return answers
    },
  }
}
