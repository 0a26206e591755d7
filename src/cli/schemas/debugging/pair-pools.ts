import { z } from 'zod'
import { TokenRef } from '#cli/schemas/amount'
import { EvmAddress, Raw } from '#cli/schemas/plain'

const Depth = z.array(
  z.object({
    /** By how much the price moves, as a fraction. */
    share: z.number(),
    amountIn: Raw,
    /** Null if the pool, or its known part, cannot take it. */
    amountOut: Raw.nullable(),
    /** False: it takes at least this; more of the pool is not known. */
    complete: z.boolean(),
  }),
)

export const PairPoolsResult = z.object({
  base: TokenRef,
  quote: TokenRef,
  /** Whole tokens of `quote` for one of `base`, between the best bid and the best ask. */
  middle: z.number().nullable(),
  pools: z.array(
    z.object({
      venue: z.string(),
      family: z.string(),
      pool: EvmAddress,
      feePpm: z.number(),
      /** For the first unit, fee included. */
      bid: z.number().nullable(),
      ask: z.number().nullable(),
      /** Base sold until its price has fallen, in smallest units of the token sold and bought. */
      down: Depth,
      /** Quote sold until the price of base has risen. */
      up: Depth,
      /** As its family reads it; whole numbers as text. */
      state: z.json(),
    }),
  ),
  /** Of all pools together: base that is sold, or bought, at prices as far from the middle. */
  depth: z.array(z.object({ share: z.number(), amount: Raw })),
  skipped: z.array(z.object({ venue: z.string(), pool: EvmAddress, reason: z.string() })),
})
