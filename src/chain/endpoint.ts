import type { Clock } from '#domain/ports'
import { EndpointFault } from './endpoint-fault.ts'
import { createPoster, type Poster, StaleConnection } from './http-post.ts'
import { answersOf, bodyOf, call, type RpcAnswer, type RpcCall } from './json-rpc.ts'

/** One post on its way. */
export interface RequestNote {
  readonly host: string
  readonly methods: readonly string[]
}

/** How one post ended. */
export interface AnswerNote {
  readonly host: string
  readonly seconds: number
  /** Whether a node answered, be it with errors to the calls. */
  readonly isAnswered: boolean
}

export interface EndpointContext {
  readonly clock: Clock
  /** Gives up, when aborted, whatever is being asked, and asks nothing more. */
  readonly ending?: AbortSignal | undefined
  readonly onRequest?: ((note: RequestNote) => void) | undefined
  readonly onAnswer?: ((note: AnswerNote) => void) | undefined
}

/** One URL that speaks JSON-RPC. Its faults are `EndpointFault`s; what the node itself says are answers. */
export interface Endpoint {
  readonly url: URL
  readonly host: string
  /** On this machine. */
  readonly local: boolean
  /** Asks all together, one sequential round trip; asks again where that is safe and may help. */
  ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>
  /** Posts one call exactly once. */
  once(call: RpcCall): Promise<RpcAnswer>
  /** Asks for the chain id once, over a connection of its own. @throws EndpointFault where no answer comes in time */
  probe(milliseconds: number): Promise<void>
}

/** Some nodes refuse more. */
const mostInBatch = 20
const pausesMs = [200, 800]
const longestRestMs = 5_000

export function createEndpoint(context: EndpointContext, input: { url: URL; callMs: number }): Endpoint {
  const { url, callMs } = input
  const { post, postFresh } = createPoster()
  let batches = true

  const postCalls = async (poster: Poster, calls: readonly RpcCall[], milliseconds = callMs) => {
    context.onRequest?.({ host: url.host, methods: calls.map(({ method }) => method) })
    const { ending } = context
    const begunAt = context.clock.elapsed()
    const noteEnd = (isAnswered: boolean): void =>
      context.onAnswer?.({ host: url.host, seconds: (context.clock.elapsed() - begunAt) / 1_000, isAnswered })
    try {
      const answers = answersOf(await poster({ url, body: bodyOf(calls), milliseconds, ending }), calls.length)
      noteEnd(true)
      return answers
    } catch (error) {
      noteEnd(false)
      throw error
    }
  }

  const read = async (calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> => {
    if (!batches && calls.length > 1) return (await Promise.all(calls.map((one) => read([one])))).flat()
    const answers = await persist(context, async () => {
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
    local: isLocal(url),
    ask: async (calls) => (await Promise.all(chunks(calls, mostInBatch).map(read))).flat(),
    once: async (one) => {
      const [answer] = await postCalls(post, [one])
      if (answer === undefined || typeof answer === 'string') throw new EndpointFault('gives no answer')
      return answer
    },
    probe: async (milliseconds) => void (await postCalls(postFresh, [call('eth_chainId')], milliseconds)),
  }
}

/** Tries again after a passing fault, a little later each time, or when the endpoint says. */
async function persist<T>({ clock, ending }: EndpointContext, work: () => Promise<T>): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EndpointFault) || !error.passing) throw error
      const rest = error.restMs ?? pause
      if (rest > longestRestMs) throw error
      await clock.sleep(rest, ending)
    }
  }
  return work()
}

export function isLocal(url: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
}

export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
