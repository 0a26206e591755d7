/** The HTTP API's error: a closed table of codes, each with one name, and messages that reveal nothing internal. */
import type { SwapError } from '#domain/errors'

/** Several failures share one code if a client handles them the same way. */
export const apiErrorNames: Readonly<Record<number, string>> = {
  1000: 'VALIDATION_FAILED',
  1001: 'NETWORK_NOT_VALID',
  1002: 'LIQUIDITY_SOURCE_NOT_VALID',
  1004: 'GASLESS_NOT_AVAILABLE',
  1005: 'SAME_TOKEN',
  1006: 'CROSS_CHAIN_NOT_AVAILABLE',
  1007: 'NETWORK_NOT_SUPPORTED',
  1401: 'API_KEY_NOT_ACCEPTED',
  1404: 'NOT_FOUND',
  1405: 'METHOD_NOT_ALLOWED',
  1429: 'RATE_LIMITED',
  1500: 'INTERNAL',
  1503: 'NETWORK_UNAVAILABLE',
  2002: 'FROM_TOKEN_NOT_FOUND',
  2003: 'TO_TOKEN_NOT_FOUND',
  2007: 'NO_INTERMEDIARY_TOKEN',
  2042: 'TRANSACTION_BUILD_FAILED',
  2069: 'NO_ROUTE',
  2070: 'PRICE_IMPACT_TOO_HIGH',
  2121: 'AMOUNT_BELOW_MIN',
  2122: 'AMOUNT_ABOVE_MAX',
  3001: 'QUOTE_NOT_FOUND',
  3002: 'QUOTE_EXPIRED',
  3003: 'QUOTE_CONSUMED',
  3004: 'QUOTE_STATE_GONE',
  3010: 'ESTIMATE_GAS_FAILED',
  3020: 'SWAP_SIGNATURE_NOT_VALID',
  3021: 'PERMIT_NOT_VALID',
  3022: 'PERMIT_EXPIRED',
  3023: 'PERMIT_NOT_SUPPORTED',
  3030: 'SWAP_NOT_FOUND',
}

export interface ApiError {
  readonly code: number
  readonly message: string
  readonly error: string
  readonly statusCode: number
  readonly requestId: string
  readonly details: readonly Readonly<Record<string, unknown>>[]
}

/** The code of the closed table for `error`. */
export const apiErrorCode = (error: SwapError): number =>
  error.row.number === 2002 && 'side' in error.details && error.details.side === 'to' ? 2003 : error.row.number

/** @param message `error.message`, already safe to show; replaced by the API's own message if the row has one */
export function toApiError(error: SwapError, message: string, requestId: string): ApiError {
  const code = apiErrorCode(error)
  return {
    code,
    message: code === 2003 ? "Couldn't recognize to token" : chooseMessage(error, message),
    error: apiErrorNames[code] ?? error.code,
    statusCode: error.row.http,
    requestId,
    details: detailsOf(error),
  }
}

function chooseMessage(error: SwapError, message: string): string {
  const { number, api } = error.row
  if (number === 1500) return 'Something went wrong on our side'
  if (number === 1503) return unavailableMessage(error)
  if (number === 2002) return "Couldn't recognize from token"
  const words = api ?? message
  return number !== 1000 || words.startsWith('Wrong parameters') ? words : `Wrong parameters: ${words}`
}

/** Without the reason, which may name an endpoint or a path on our machine. */
function unavailableMessage(error: SwapError): string {
  if (error.code === 'OVERLOADED' || error.code === 'TIMED_OUT') return error.message
  return 'network' in error.details
    ? `No RPC endpoint answers for network ${error.details.network}`
    : 'The service cannot answer now, please try again'
}

/** What the failure is about. Remedies are for the command line; internal failures are not described. */
function detailsOf(error: SwapError): ApiError['details'] {
  if (error.row.http >= 500) return []
  const { why } = error.context
  const { fields, sources, lacking, fix, again, ...rest }: Readonly<Record<string, unknown>> = { ...error.details }
  if (Array.isArray(fields)) return fields
  if (Array.isArray(sources)) return sources
  const known = { ...rest, ...(isRecord(lacking) ? lacking : {}), ...(why === undefined ? {} : { why }) }
  return Object.keys(known).length === 0 ? [] : [known]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
