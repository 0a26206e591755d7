import { toApiSwap } from '#domain/api/swap'
import type { SwapReference } from '#domain/swap-record'
import type { RouteContext } from './context.ts'

/** @throws `SWAP_NOT_FOUND` */
export const fetchSwapBody = async ({ swaps, checksum }: RouteContext, reference: SwapReference) =>
  toApiSwap(await swaps.findSwap(reference), checksum)
