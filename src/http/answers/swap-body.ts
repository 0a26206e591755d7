import { toApiSwap } from '#domain/api/swap'
import type { SwapReference } from '#domain/service/swap-record'
import type { RouteContext } from '#http/context'

/** @throws `SWAP_NOT_FOUND` */
export const fetchSwapBody = async ({ swaps, checksum }: RouteContext, reference: SwapReference) =>
  toApiSwap(await swaps.findSwap(reference), checksum)
