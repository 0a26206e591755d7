import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { Bytes, EvmAddress, Raw } from '#cli/schemas/plain'
import { Assumption, RevertReason } from '#cli/schemas/trade/swap'

export const SimulationResult = z.object({
  /** Null if nothing was simulated. */
  ok: z.boolean().nullable(),
  block: z.int(),
  transaction: z.object({ from: EvmAddress, to: EvmAddress, value: Raw, data: Bytes }),
  /** It calls our router. */
  ours: z.boolean(),
  sold: Amount.nullable(),
  /** What our router returned. */
  output: Amount.nullable(),
  minimum: Amount.nullable(),
  /** Of the quote. */
  quoted: Amount.nullable(),
  /** Null if no endpoint tells it. */
  gasUsed: Raw.nullable(),
  revert: RevertReason.nullable(),
  assumed: z.array(Assumption),
  /** Why nothing was simulated. */
  unsimulated: z.string().nullable(),
})
