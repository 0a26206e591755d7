/** Anything thrown on the way to an answer, as a failure of the table and as the interface's body. */
import { type ApiError, apiError } from '#domain/api/error'
import type { Checksum } from '#domain/api/plain'
import { fail, SwapError } from '#domain/errors'

type Complaint = readonly [code: Unread, reason: string]
type Unread =
  | 'VALIDATION_FAILED'
  | 'REQUEST_TOO_SLOW'
  | 'BODY_TOO_LARGE'
  | 'MEDIA_TYPE_NOT_SUPPORTED'
  | 'HEADERS_TOO_LARGE'

/** What the HTTP library complains of, in our words; any other complaint with a 4xx is that of its message. */
const complaints: Readonly<Record<string, Complaint>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE', 'the body is larger than 64 KiB'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'MEDIA_TYPE_NOT_SUPPORTED',
    'the body must be application/json or application/x-www-form-urlencoded',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['VALIDATION_FAILED', 'the body is not as long as the request says'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['VALIDATION_FAILED', 'the body is not JSON'],
  FST_ERR_BAD_URL: ['VALIDATION_FAILED', 'the path cannot be read'],
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'the headers are larger than 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TOO_SLOW', 'the request took too long to arrive'],
}

export function asFailure(error: unknown): SwapError {
  if (error instanceof SwapError) return error
  const { code, statusCode } = faultOf(error)
  const complaint = complaints[code]
  if (complaint !== undefined) return fail(complaint[0], { reason: complaint[1] })
  if (statusCode >= 400 && statusCode < 500)
    return fail('VALIDATION_FAILED', { reason: 'the request cannot be read' }, { cause: error })
  return fail('INTERNAL', { reason: error instanceof Error ? error.name : 'something was thrown' }, { cause: error })
}

function faultOf(error: unknown): { readonly code: string; readonly statusCode: number } {
  if (typeof error !== 'object' || error === null) return { code: '', statusCode: 0 }
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    statusCode: 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0,
  }
}

/** Addresses among the details have their EIP-55 letters, as in every answer. */
export function failureBody(error: SwapError, requestId: string, checksum: Checksum): ApiError {
  const body = apiError(error, error.message, requestId)
  return { ...body, details: body.details.map((detail) => lettered(detail, checksum)) }
}

function lettered(detail: Readonly<Record<string, unknown>>, checksum: Checksum): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      name !== 'value' && typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value) ? checksum(value) : value,
    ]),
  )
}

/** Seconds after which the same may be tried again, where that is known. */
export function retryAfter(error: SwapError): number | undefined {
  if (error.code === 'RATE_LIMITED' && 'retryAfter' in error.details) return Number(error.details.retryAfter)
  return error.code === 'OVERLOADED' ? 1 : undefined
}
