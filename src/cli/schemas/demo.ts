import { z } from 'zod'
import { Raw } from '#cli/schemas/plain'

export const Demo = z.object({
  swaps: z.array(z.object({ act: z.string(), quoted: Raw, received: Raw, token: z.string() })),
  seconds: z.number(),
  exact: z.literal(true),
})
