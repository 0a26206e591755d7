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

/** What a node says to one call; `error` is its own refusal, not a fault on the way. */
export type RpcAnswer = { readonly result: unknown } | { readonly error: RpcError }

export const call = (method: string, ...params: readonly unknown[]): RpcCall => ({ method, params })

/** A number as the `QUANTITY` of JSON-RPC. */
export const quantity = (n: number | bigint): string => `0x${n.toString(16)}`

/** The body of one post. Ids count from 1: every post has its own answer. */
export function bodyOf(calls: readonly RpcCall[]): string {
  const requests = calls.map(({ method, params }, i) => ({ jsonrpc: '2.0', id: i + 1, method, params }))
  return JSON.stringify(requests.length === 1 ? requests[0] : requests)
}

/**
 * The answers of one post in the order of its calls, or `refused` where the node takes no batches.
 * @throws EndpointFault, passing, when the text is not the answer to exactly these calls.
 */
export function answersOf(text: string, count: number): readonly RpcAnswer[] | 'refused' {
  const parsed = parse(text)
  if (count > 1 && !Array.isArray(parsed)) {
    const answer = answerOf(parsed)
    if (answer === undefined || !('error' in answer)) throw garbled()
    const fault = passingFault(answer.error)
    if (fault !== undefined) throw fault
    return 'refused'
  }
  const listed: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  const byId = new Map(listed.map((one) => [field(one, 'id'), one]))
  const answers = Array.from({ length: count }, (_, i) => answerOf(byId.get(i + 1)))
  if (listed.length !== count || answers.includes(undefined)) throw garbled()
  const whole = answers.filter((answer) => answer !== undefined)
  for (const answer of whole) {
    const fault = 'error' in answer ? passingFault(answer.error) : undefined
    if (fault !== undefined) throw fault
  }
  return whole
}

const garbled = (): EndpointFault => new EndpointFault('gives answers that are not to our questions', { passing: true })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EndpointFault('gives answers that are not JSON', { passing: true, cause })
  }
}

function answerOf(value: unknown): RpcAnswer | undefined {
  const error = field(value, 'error')
  if (error !== undefined && error !== null) {
    const [code, message] = [field(error, 'code'), field(error, 'message')]
    return {
      error: {
        code: typeof code === 'number' ? code : 0,
        message: typeof message === 'string' ? message : JSON.stringify(error),
        data: field(error, 'data'),
      },
    }
  }
  const result = field(value, 'result')
  return result === undefined ? undefined : { result }
}

const limits = /rate.?limit|too many requests|compute units|capacity/i
/** The same code also says that an answer would be too long: asking again does not help, asking for less does. */
const tooMuch = /more than \d+ (?:results|logs)|blocks? range|response size/i
const missing = /(?:header|block) (?:is )?not found|unknown block|missing trie node|state (?:is )?(?:not|un)available/i

/** What is not the chain's word but may be another in a moment: a limit, or a node behind the one that knew the block. */
function passingFault({ code, message }: RpcError): EndpointFault | undefined {
  if (tooMuch.test(message)) return undefined
  if (code === -32005 || code === 429 || limits.test(message))
    return new EndpointFault('asks for fewer questions', { passing: true })
  return missing.test(message) ? new EndpointFault(`says: ${message}`, { passing: true, said: true }) : undefined
}

/** A member of whatever came over the wire. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
