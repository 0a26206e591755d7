import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { EvmAddress, Raw, SignedRaw } from '#cli/schemas/plain'

export const CompareResult = z.object({
  by: z.enum(['sizes', 'venues', 'pools', 'networks', 'services']),
  rows: z.array(
    z.object({
      name: z.string(),
      /** Of a single pool; else null. */
      pool: EvmAddress.nullable(),
      sell: Amount.nullable(),
      buy: Amount.nullable(),
      /** Less gas, in units of the bought token. */
      net: SignedRaw.nullable(),
      gas: Raw.nullable(),
      /** Whole bought tokens for one sold. */
      price: z.number().nullable(),
      /** By how much it gives less per unit than the best row, net of gas where all have that; in parts per million. */
      behindPpm: z.number().nullable(),
      pools: z.int(),
      /** Too little of some pools is recorded: the true result may be better. */
      lowerBound: z.boolean(),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
})
