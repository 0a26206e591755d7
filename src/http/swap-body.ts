import { apiSwap } from '#domain/api/swap'
import type { SwapReference } from '#domain/swap-record'
import type { RouteContext } from './context.ts'

/** @throws `SWAP_NOT_FOUND` */
export const swapBody = async ({ swaps, checksum }: RouteContext, reference: SwapReference) =>
  apiSwap(await swaps.swap(reference), checksum)
