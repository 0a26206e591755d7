/** Converts anything thrown while answering to a failure of the table and the API's error body. */
import { type ApiError, toApiError } from '#domain/api/error'
import type { Checksum } from '#domain/api/plain'
import { fail, SwapError } from '#domain/errors'

type RequestFault = readonly [code: RequestFaultCode, reason: string]
type RequestFaultCode =
  | 'VALIDATION_FAILED'
  | 'REQUEST_TOO_SLOW'
  | 'BODY_TOO_LARGE'
  | 'MEDIA_TYPE_NOT_SUPPORTED'
  | 'HEADERS_TOO_LARGE'

/** Our words for the HTTP library's complaints; for any other complaint with a 4xx its own message is used. */
const requestFaults: Readonly<Record<string, RequestFault>> = {
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

export function toFailure(error: unknown): SwapError {
  if (error instanceof SwapError) return error
  const { code, statusCode } = faultOf(error)
  const complaint = requestFaults[code]
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

/** Addresses in details are checksummed (EIP-55), as in every answer. */
export function toFailureBody(error: SwapError, requestId: string, checksum: Checksum): ApiError {
  const body = toApiError(error, error.message, requestId)
  return { ...body, details: body.details.map((detail) => checksumAddresses(detail, checksum)) }
}

function checksumAddresses(
  detail: Readonly<Record<string, unknown>>,
  checksum: Checksum,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      name !== 'value' && typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value) ? checksum(value) : value,
    ]),
  )
}

/** Seconds after which a retry may succeed, if known. */
export function getRetryAfter(error: SwapError): number | undefined {
  if (error.code === 'RATE_LIMITED' && 'retryAfter' in error.details) return Number(error.details.retryAfter)
  return error.code === 'OVERLOADED' ? 1 : undefined
}
