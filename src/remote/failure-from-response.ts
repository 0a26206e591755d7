import { fail, type SwapError } from '#domain/errors'
import type { Body } from './body.ts'

/** The request, for the words of a failure. */
export interface RequestContext {
  readonly network?: string | undefined
  readonly sell?: string | undefined
  readonly buy?: string | undefined
  readonly quoteId?: string | undefined
}

interface AskedService {
  /** The host. */
  readonly service: string
  readonly keyGiven: boolean
  /** There are keys, for other services. */
  readonly isKeyWithheld: boolean
}

interface FailureFacts extends RequestContext, AskedService {
  /** The service's own message, foreign text: sanitize before display. */
  readonly message: string
  readonly detail: Body
}

type FailureMapper = (facts: FailureFacts) => SwapError

const idOf = ({ quoteId = '' }: RequestContext): string => quoteId
const mapTokenNotFound =
  (side: 'from' | 'to'): FailureMapper =>
  ({ sell = '', buy = '', network = '' }) =>
    fail('TOKEN_NOT_FOUND', { text: side === 'from' ? sell : buy, network, nearest: [], side })

/** Maps the API's error names to our equivalent failures. */
const failureMappers: Readonly<Record<string, FailureMapper>> = {
  VALIDATION_FAILED: ({ message }) =>
    fail('VALIDATION_FAILED', { reason: message.replace(/^Wrong parameters:\s*/, '') }),
  NETWORK_NOT_VALID: ({ network = '' }) => fail('NETWORK_NOT_VALID', { name: network }),
  NETWORK_NOT_SUPPORTED: ({ network = '', detail }) => {
    const { address, reason, served } = detail
    if (typeof address === 'string')
      return fail('ROUTER_NOT_DEPLOYED', { network, address: toShortText(address), reason: toShortText(reason) })
    if (!Array.isArray(served)) return fail('NETWORK_NOT_SUPPORTED', { name: network })
    return fail('NETWORK_NOT_SERVED', { name: network, served: served.slice(0, 50).map(toShortText) })
  },
  LIQUIDITY_SOURCE_NOT_VALID: ({ message, detail }) =>
    fail('LIQUIDITY_SOURCE_NOT_VALID', {
      names: 'names' in detail ? toShortText(detail['names']) : (message.split(':').at(-1)?.trim() ?? ''),
    }),
  GASLESS_NOT_AVAILABLE: ({ detail }) =>
    fail(
      'GASLESS_NOT_AVAILABLE',
      typeof detail['reason'] === 'string' ? { reason: detail['reason'].slice(0, 200) } : {},
    ),
  SWAP_SIGNATURE_NOT_VALID: ({ detail }) => fail('SWAP_SIGNATURE_NOT_VALID', { reason: toShortText(detail['reason']) }),
  PERMIT_NOT_VALID: ({ detail }) => fail('PERMIT_NOT_VALID', { reason: toShortText(detail['reason']) }),
  PERMIT_EXPIRED: ({ detail }) => fail('PERMIT_EXPIRED', { seconds: Number(detail['seconds'] ?? 0) || 0 }),
  PERMIT_NOT_SUPPORTED: ({ detail }) => fail('PERMIT_NOT_SUPPORTED', { token: toShortText(detail['token']) }),
  CROSS_CHAIN_NOT_AVAILABLE: () => fail('CROSS_CHAIN_NOT_AVAILABLE', {}),
  SAME_TOKEN: ({ sell = '' }) => fail('SAME_TOKEN', { token: sell }),
  API_KEY_NOT_ACCEPTED: (facts) => keyRefused(facts),
  RATE_LIMITED: ({ detail }) => fail('RATE_LIMITED', { retryAfter: Number(detail['retryAfter'] ?? 1) || 1 }),
  NETWORK_UNAVAILABLE: ({ network = '', message }) => fail('NETWORK_UNAVAILABLE', { network, reason: message }),
  FROM_TOKEN_NOT_FOUND: mapTokenNotFound('from'),
  TO_TOKEN_NOT_FOUND: mapTokenNotFound('to'),
  NO_ROUTE: ({ sell = '', buy = '' }) => fail('NO_ROUTE', { from: sell, to: buy }),
  AMOUNT_BELOW_MIN: ({ detail }) => fail('AMOUNT_BELOW_MIN', { value: toShortText(detail['value']) }),
  PRICE_IMPACT_TOO_HIGH: ({ detail }) =>
    fail('PRICE_IMPACT_TOO_HIGH', { impact: toShortText(detail['impact']), limit: toShortText(detail['limit']) }),
  TRANSACTION_BUILD_FAILED: ({ message }) => fail('TRANSACTION_BUILD_FAILED', { reason: message }),
  QUOTE_NOT_FOUND: (facts) => fail('QUOTE_NOT_FOUND', { id: idOf(facts) }),
  QUOTE_EXPIRED: (facts) =>
    fail('QUOTE_EXPIRED', { id: idOf(facts), secondsAgo: Number(facts.detail['secondsAgo'] ?? 0) || 0 }),
  QUOTE_CONSUMED: (facts) => fail('QUOTE_CONSUMED', { id: idOf(facts) }),
  SWAP_NOT_FOUND: (facts) => fail('SWAP_NOT_FOUND', { id: idOf(facts) }),
  ESTIMATE_GAS_FAILED: ({ message, detail }) =>
    fail('ESTIMATE_GAS_FAILED', {
      check: checks.find((check) => check === detail['check']) ?? 'simulation',
      reason: typeof detail['reason'] === 'string' ? detail['reason'] : message,
    }),
}

const checks = ['allowance', 'balance', 'gas', 'simulation'] as const

const toShortText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 80) : '?')

/** The failure for an answer other than 200; errors that are not the API's are reported as they are. */
export function failureFromResponse(asked: RequestContext & AskedService, status: number, answer: unknown): SwapError {
  const body = isBody(answer) ? answer : {}
  const name = typeof body['error'] === 'string' ? body['error'].slice(0, 60) : `HTTP ${status}`
  const message = typeof body['message'] === 'string' ? body['message'].slice(0, 300) : `it answers ${status}`
  const [first] = Array.isArray(body['details']) ? body['details'] : []
  const facts = { ...asked, message, detail: isBody(first) ? first : {} }
  const meaning = Object.hasOwn(failureMappers, name) ? failureMappers[name] : undefined
  if (meaning !== undefined) return meaning(facts)
  if (status === 401) return keyRefused(asked)
  if (status >= 500) return fail('SERVICE_UNREACHABLE', { service: asked.service, reason: message })
  return fail('SERVICE_REFUSED', { service: asked.service, name, message })
}

const keyRefused = ({ service, keyGiven, isKeyWithheld }: AskedService): SwapError =>
  fail('SERVICE_KEY_REFUSED', { service, given: keyGiven, ...(isKeyWithheld ? { withheld: true } : {}) })

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
