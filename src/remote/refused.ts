import { fail, type SwapError } from '#domain/errors'
import type { Body } from './body.ts'

/** What was asked, for the words of a refusal. */
export interface Asked {
  readonly network?: string | undefined
  readonly sell?: string | undefined
  readonly buy?: string | undefined
  readonly quoteId?: string | undefined
}

interface Facts extends Asked {
  /** The host. */
  readonly service: string
  readonly keyGiven: boolean
  /** The interface's own words, foreign text: whoever shows them sanitises. */
  readonly message: string
  readonly detail: Body
}

type Meaning = (facts: Facts) => SwapError

const idOf = ({ quoteId = '' }: Asked): string => quoteId
const tokenNotFound =
  (side: 'from' | 'to'): Meaning =>
  ({ sell = '', buy = '', network = '' }) =>
    fail('TOKEN_NOT_FOUND', { text: side === 'from' ? sell : buy, network, nearest: [], side })

/** The interface's errors by their names, as the failures of ours that say the same. */
const meanings: Readonly<Record<string, Meaning>> = {
  VALIDATION_FAILED: ({ message }) =>
    fail('VALIDATION_FAILED', { reason: message.replace(/^Wrong parameters:\s*/, '') }),
  NETWORK_NOT_VALID: ({ network = '' }) => fail('NETWORK_NOT_VALID', { name: network }),
  NETWORK_NOT_SUPPORTED: ({ network = '', detail }) => {
    const { address, reason, served } = detail
    if (typeof address === 'string')
      return fail('ROUTER_NOT_DEPLOYED', { network, address: said(address), reason: said(reason) })
    if (!Array.isArray(served)) return fail('NETWORK_NOT_SUPPORTED', { name: network })
    return fail('NETWORK_NOT_SERVED', { name: network, served: served.slice(0, 50).map(said) })
  },
  LIQUIDITY_SOURCE_NOT_VALID: ({ message, detail }) =>
    fail('LIQUIDITY_SOURCE_NOT_VALID', {
      names: 'names' in detail ? said(detail['names']) : (message.split(':').at(-1)?.trim() ?? ''),
    }),
  GASLESS_NOT_AVAILABLE: () => fail('GASLESS_NOT_AVAILABLE', {}),
  CROSS_CHAIN_NOT_AVAILABLE: () => fail('CROSS_CHAIN_NOT_AVAILABLE', {}),
  SAME_TOKEN: ({ sell = '' }) => fail('SAME_TOKEN', { token: sell }),
  API_KEY_NOT_ACCEPTED: ({ service, keyGiven }) => fail('SERVICE_KEY_REFUSED', { service, given: keyGiven }),
  RATE_LIMITED: ({ detail }) => fail('RATE_LIMITED', { retryAfter: Number(detail['retryAfter'] ?? 1) || 1 }),
  NETWORK_UNAVAILABLE: ({ network = '', message }) => fail('NETWORK_UNAVAILABLE', { network, reason: message }),
  FROM_TOKEN_NOT_FOUND: tokenNotFound('from'),
  TO_TOKEN_NOT_FOUND: tokenNotFound('to'),
  NO_ROUTE: ({ sell = '', buy = '' }) => fail('NO_ROUTE', { from: sell, to: buy }),
  AMOUNT_BELOW_MIN: ({ detail }) => fail('AMOUNT_BELOW_MIN', { value: said(detail['value']) }),
  PRICE_IMPACT_TOO_HIGH: ({ detail }) =>
    fail('PRICE_IMPACT_TOO_HIGH', { impact: said(detail['impact']), limit: said(detail['limit']) }),
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

const said = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 80) : '?')

/** The failure an answer other than 200 stands for; what is not one of the interface's is said as it is. */
export function refused(
  asked: Asked & { readonly service: string; readonly keyGiven: boolean },
  status: number,
  answer: unknown,
): SwapError {
  const body = isBody(answer) ? answer : {}
  const name = typeof body['error'] === 'string' ? body['error'].slice(0, 60) : `HTTP ${status}`
  const message = typeof body['message'] === 'string' ? body['message'].slice(0, 300) : `it answers ${status}`
  const [first] = Array.isArray(body['details']) ? body['details'] : []
  const facts = { ...asked, message, detail: isBody(first) ? first : {} }
  const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined
  if (meaning !== undefined) return meaning(facts)
  if (status === 401) return fail('SERVICE_KEY_REFUSED', { service: asked.service, given: asked.keyGiven })
  if (status >= 500) return fail('SERVICE_UNREACHABLE', { service: asked.service, reason: message })
  return fail('SERVICE_REFUSED', { service: asked.service, name, message })
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
