import { isFailure, type SwapError } from '#domain/errors'

/** True if the RPC connection failed: a retry may help; nothing is known about the transaction. */
export const isConnectionFailure = (error: unknown): error is SwapError =>
  isFailure(error, 'NETWORK_UNAVAILABLE') || isFailure(error, 'STALE_HEAD') || isFailure(error, 'WRONG_CHAIN')
