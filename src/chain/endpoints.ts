import { fail, isFailure, SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import { numberOf, resultOf } from './answer.ts'
import { createEndpoint, type Endpoint, type EndpointContext, isLocal } from './endpoint.ts'
import { EndpointFault } from './endpoint-fault.ts'
import { call, type RpcAnswer, type RpcCall } from './json-rpc.ts'
import { nodeWords } from './node-words.ts'

export interface EndpointsContext extends EndpointContext {
  readonly log?: ((words: string) => void) | undefined
}

/** An endpoint whose answers count only once it has said that it serves the right chain. */
export interface CheckedEndpoint extends Omit<Endpoint, 'ask'> {
  /** As `Endpoint.ask`; the first batch also asks for the chain id. `again` asks for it once more. @throws `WRONG_CHAIN`. */
  ask(calls: readonly RpcCall[], options?: { again: boolean }): Promise<readonly RpcAnswer[]>
}

/** The user's endpoints of one network, best first. */
export interface Endpoints {
  readonly all: readonly CheckedEndpoint[]
  /**
   * Does `work` with the endpoint that did the last one; where it fails, with each of the others.
   * @throws `WRONG_CHAIN` or `STALE_HEAD` where that is what ails one, otherwise `NETWORK_UNAVAILABLE`.
   */
  use<T>(work: (endpoint: CheckedEndpoint) => Promise<T>): Promise<T>
}

export function createEndpoints(
  context: EndpointsContext,
  input: { network: Network; urls: readonly string[]; callMs: number },
): Endpoints {
  const { network, callMs } = input
  const parsed = input.urls.map(parseUrl)
  const all = parsed
    .filter((url) => url instanceof URL)
    .map((url) => checked(network, createEndpoint(context, { url, callMs })))
  const refused = parsed.filter((url) => typeof url === 'string')
  let preferred = 0

  return {
    all,
    use: async (work) => {
      const faults: unknown[] = []
      for (let i = 0; i < all.length; i++) {
        const at = (preferred + i) % all.length
        const endpoint = all[at] as CheckedEndpoint
        try {
          const done = await work(endpoint)
          preferred = at
          return done
        } catch (error) {
          const fault = faultOf(endpoint, error)
          context.log?.(typeof fault === 'string' ? fault : fault.message)
          faults.push(fault)
        }
      }
      throw verdict(network, [...faults, ...refused])
    },
  }
}

/** What ails the endpoint. @throws `error` itself where another endpoint would not do better. */
function faultOf(endpoint: CheckedEndpoint, error: unknown): string | SwapError {
  if (error instanceof EndpointFault) return describe(endpoint, error)
  if (isFailure(error, 'WRONG_CHAIN') || isFailure(error, 'STALE_HEAD') || isFailure(error, 'BLOCK_NOT_AVAILABLE'))
    return error
  throw error
}

/** A fault as it may be shown. */
export const describe = (endpoint: Pick<Endpoint, 'url' | 'host'>, fault: EndpointFault): string =>
  `${endpoint.host} ${nodeWords(fault.message, endpoint.url)}`

function verdict(network: Network, faults: readonly unknown[]): SwapError {
  const known = faults.find((fault) => fault instanceof SwapError)
  if (known !== undefined) return known
  const reasons = faults.filter((fault) => typeof fault === 'string')
  return fail('NETWORK_UNAVAILABLE', { network: network.title, reason: reasons.join('; ') || 'none is set' })
}

/** The URL, or why it is none of ours. */
function parseUrl(text: string): URL | string {
  if (!URL.canParse(text)) return 'one of the URLs is not valid'
  const url = new URL(text)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url))) return url
  return `${url.host} has to be https`
}

function checked(network: Network, endpoint: Endpoint): CheckedEndpoint {
  let known = false
  return {
    ...endpoint,
    ask: async (calls, options = { again: false }) => {
      if (known && !options.again) return endpoint.ask(calls)
      const [chainId, ...answers] = await endpoint.ask([call('eth_chainId'), ...calls])
      const actual = numberOf(resultOf(chainId))
      known = actual === network.chainId
      if (!known) throw fail('WRONG_CHAIN', { network: network.title, expected: network.chainId, actual: `${actual}` })
      return answers
    },
  }
}
