import { isFailure, type SwapError } from '#domain/errors'

/** Whether a failure is of the way to the chain, so that asking again may help and nothing follows from it. */
export const isOfTheWay = (error: unknown): error is SwapError =>
  isFailure(error, 'NETWORK_UNAVAILABLE') || isFailure(error, 'STALE_HEAD') || isFailure(error, 'WRONG_CHAIN')
