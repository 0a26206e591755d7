import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { EvmAddress, Raw } from '#cli/schemas/plain'

/** A relayer's account on a network; amounts in wei. */
export const DrainedLane = z.object({
  relayer: EvmAddress,
  network: z.string(),
  /** It takes no new orders. */
  draining: z.boolean(),
  nextNonce: z.int(),
  /** Orders that are not final. */
  open: z.int(),
  spentInADay: Raw,
  /** The most that the open orders can cost. */
  reserved: Raw,
  outcomes: z.object({ success: z.int(), reverted: z.int(), expired: z.int(), replaced: z.int() }),
})

export const RelayLane = DrainedLane.extend({ held: z.array(Amount) })
