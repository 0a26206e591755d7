import { z } from 'zod'
import { EvmAddress, Raw } from '#cli/schemas/plain'

/** As `Time`; deadlines of others may exceed the year 9999. */
const Deadline = z.string().regex(/^\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

const Leg = z.object({
  move: z.string(),
  pool: EvmAddress,
  zeroForOne: z.boolean(),
  share32: z.int().min(1).max(4_294_967_296),
  source: z.enum(['payer', 'router', 'pool']),
  destination: z.enum(['router', 'recipient', 'next-pool']),
})

export const ReadPayload = z.object({
  ours: z.boolean(),
  entry: z.enum(['swap', 'order', 'cancel']).optional(),
  /** The nonces that a cancel ends. */
  nonces: z.array(Raw).optional(),
  sell: EvmAddress.optional(),
  buy: EvmAddress.optional(),
  sellAmount: Raw.optional(),
  minimumOut: Raw.optional(),
  recipient: EvmAddress.optional(),
  deadline: Deadline.optional(),
  affiliate: z.object({ address: EvmAddress, feePpm: z.int() }).nullable().optional(),
  /** A signed approval comes with it. */
  permit: z.boolean().optional(),
  /** The output goes to the router, which then pays the recipient. */
  throughRouter: z.boolean().optional(),
  order: z
    .object({
      sender: EvmAddress,
      swapFee: Raw,
      affiliate: z.object({ address: EvmAddress, fee: Raw }).nullable(),
      nonce: Raw,
    })
    .optional(),
  legs: z.array(Leg).optional(),
})
