import { EndpointFault } from './endpoint-fault.ts'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

/** A node's answer to one call; `error` is reported by the node, not a fault of the connection. */
export type RpcAnswer = { readonly result: unknown } | { readonly error: RpcError }

export const rpcCall = (method: string, ...params: readonly unknown[]): RpcCall => ({ method, params })

/** A number as the `QUANTITY` of JSON-RPC. */
export const toQuantity = (n: number | bigint): string => `0x${n.toString(16)}`

/** The body of one post. Ids count from 1: every post has its own answer. */
export function encodeRequestBody(calls: readonly RpcCall[]): string {
  const requests = calls.map(({ method, params }, i) => ({ jsonrpc: '2.0', id: i + 1, method, params }))
  return JSON.stringify(requests.length === 1 ? requests[0] : requests)
}

/**
 * The answers of one post in the order of its calls, or `refused` if the node takes no batches.
 * @throws EndpointFault, transient, if the text is not the answer to exactly these calls.
 */
export function parseAnswers(text: string, count: number): readonly RpcAnswer[] | 'refused' {
  const parsed = parseJson(text)
  if (count > 1 && !Array.isArray(parsed)) {
    const answer = parseAnswer(parsed)
    if (answer === undefined || !('error' in answer)) throw mismatchFault()
    const fault = transientFault(answer.error)
    if (fault !== undefined) throw fault
    return 'refused'
  }
  const listed: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  const byId = new Map(listed.map((one) => [getField(one, 'id'), one]))
  const answers = Array.from({ length: count }, (_, i) => parseAnswer(byId.get(i + 1)))
  if (listed.length !== count || answers.includes(undefined)) throw mismatchFault()
  const whole = answers.filter((answer) => answer !== undefined)
  for (const answer of whole) {
    const fault = 'error' in answer ? transientFault(answer.error) : undefined
    if (fault !== undefined) throw fault
  }
  return whole
}

const mismatchFault = (): EndpointFault => new EndpointFault('returns answers to other requests', { isTransient: true })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EndpointFault('returns answers that are not JSON', { isTransient: true, cause })
  }
}

function parseAnswer(value: unknown): RpcAnswer | undefined {
  const error = getField(value, 'error')
  if (error !== undefined && error !== null) {
    const [code, message] = [getField(error, 'code'), getField(error, 'message')]
    return {
      error: {
        code: typeof code === 'number' ? code : 0,
        message: typeof message === 'string' ? message : JSON.stringify(error),
        data: getField(error, 'data'),
      },
    }
  }
  const result = getField(value, 'result')
  return result === undefined ? undefined : { result }
}

const rateLimitPattern = /rate.?limit|too many requests|compute units|capacity/i
/** The same code can mean that an answer would be too long: a retry does not help, a smaller request does. */
const tooLargePattern = /more than \d+ (?:results|logs)|blocks? range|response size/i
const missingStatePattern =
  /(?:header|block) (?:is )?not found|unknown block|missing trie node|state (?:is )?(?:not|un)available/i

/** An error that may go away: a rate limit, or a node behind the one that knew the block. */
function transientFault({ code, message }: RpcError): EndpointFault | undefined {
  if (tooLargePattern.test(message)) return undefined
  const limitsRate = code === 429 || rateLimitPattern.test(message)
  // some nodes report an answer that is too long with the other code
  if (limitsRate || code === -32005)
    return new EndpointFault('limits the rate of requests', { isTransient: true, limitsRate })
  return missingStatePattern.test(message)
    ? new EndpointFault(`says: ${message}`, { isTransient: true, isFromNode: true })
    : undefined
}

/** A member of an untyped value from the network. */
export function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
