import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { EvmAddress, Raw } from '#cli/schemas/plain'

export const Balances = z.object({
  owner: EvmAddress,
  balances: z.array(z.object({ balance: Amount, allowance: Raw })),
})
