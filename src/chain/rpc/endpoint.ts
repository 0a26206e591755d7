import type { Clock } from '#domain/clock'
import { EndpointFault } from './endpoint-fault.ts'
import { createHttpPost, type HttpPost, StaleConnection } from './http-post.ts'
import { encodeRequestBody, parseAnswers, type RpcAnswer, type RpcCall, rpcCall } from './json-rpc.ts'

/** One post in flight. */
export interface RequestEvent {
  readonly host: string
  readonly methods: readonly string[]
}

/** How one post ended. */
export interface ResponseEvent {
  readonly host: string
  readonly methods: readonly string[]
  readonly seconds: number
  /** Whether the node answered, even if with errors to the calls. */
  readonly isAnswered: boolean
}

export interface EndpointContext {
  readonly clock: Clock
  /** On abort, cancels every pending call and sends no more. */
  readonly signal?: AbortSignal | undefined
  readonly onRequest?: ((note: RequestEvent) => void) | undefined
  readonly onResponse?: ((note: ResponseEvent) => void) | undefined
}

/** One JSON-RPC URL. Its own faults are `EndpointFault`s; what the node reports, errors included, is an answer. */
export interface Endpoint {
  readonly url: URL
  readonly host: string
  /** On this machine. */
  readonly isLocal: boolean
  /** Sends all calls together, one sequential round trip; retries if that is safe and may help. */
  ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>
  /** Posts one call exactly once. */
  sendOnce(call: RpcCall): Promise<RpcAnswer>
  /** Asks for the chain id once, over a new connection. @throws EndpointFault if no answer comes in time */
  probe(milliseconds: number): Promise<void>
}

/** Some nodes refuse larger batches. */
const maxBatchSize = 20
const pausesMs = [200, 800]
const maxRetryAfterMs = 5_000

export function createEndpoint(context: EndpointContext, input: { url: URL; callMs: number }): Endpoint {
  const { url, callMs } = input
  const { post, postFresh } = createHttpPost()
  let batches = true

  const postCalls = async (poster: HttpPost, calls: readonly RpcCall[], milliseconds = callMs) => {
    const methods = calls.map(({ method }) => method)
    context.onRequest?.({ host: url.host, methods })
    const { signal: ending } = context
    const begunAt = context.clock.elapsed()
    const noteEnd = (isAnswered: boolean): void =>
      context.onResponse?.({
        host: url.host,
        methods,
        seconds: (context.clock.elapsed() - begunAt) / 1_000,
        isAnswered,
      })
    try {
      const answers = parseAnswers(
        await poster({ url, body: encodeRequestBody(calls), timeoutMs: milliseconds, signal: ending }),
        calls.length,
      )
      noteEnd(true)
      return answers
    } catch (error) {
      noteEnd(false)
      throw error
    }
  }

  const read = async (calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> => {
    if (!batches && calls.length > 1) return (await Promise.all(calls.map((one) => read([one])))).flat()
    const answers = await retryTransient(context, async () => {
      try {
        return await postCalls(post, calls)
      } catch (error) {
        if (error instanceof StaleConnection) return postCalls(postFresh, calls)
        throw error
      }
    })
    if (answers !== 'refused') return answers
    batches = false
    return read(calls)
  }

  return {
    url,
    host: url.host,
    isLocal: isLocal(url),
    ask: async (calls) => (await Promise.all(toChunks(calls, maxBatchSize).map(read))).flat(),
    sendOnce: async (one) => {
      const [answer] = await postCalls(post, [one])
      if (answer === undefined || typeof answer === 'string') throw new EndpointFault('returns no answer')
      return answer
    },
    probe: async (milliseconds) => void (await postCalls(postFresh, [rpcCall('eth_chainId')], milliseconds)),
  }
}

/** Retries after a transient fault, with growing pauses or when the endpoint says. */
async function retryTransient<T>({ clock, signal: ending }: EndpointContext, work: () => Promise<T>): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EndpointFault) || !error.isTransient) throw error
      const rest = error.retryAfterMs ?? pause
      if (rest > maxRetryAfterMs) throw error
      await clock.sleep(rest, ending)
    }
  }
  return work()
}

export function isLocal(url: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
}

export function toChunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
