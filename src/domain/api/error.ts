import type { SwapError } from '#domain/errors'

/** The HTTP API's error: its words are the interface's where it fixes them. `message` is already fit to be shown. */
export function apiError(error: SwapError, message: string, requestId: string) {
  return {
    code: error.row.number,
    message: error.row.api ?? message,
    error: error.code,
    statusCode: error.row.http,
    requestId,
  }
}
