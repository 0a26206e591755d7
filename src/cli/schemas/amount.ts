import { z } from 'zod'
import { Decimal, EvmAddress, Raw } from '#cli/schemas/plain'

export const TokenRef = z.object({
  network: z.string(),
  address: EvmAddress,
  /** From the list or the contract. */
  symbol: z.string(),
  name: z.string().optional(),
  decimals: z.int().min(0).max(255),
  verified: z.boolean(),
})

export const Amount = z.object({
  raw: Raw,
  formatted: Decimal,
  decimals: z.int().min(0).max(255),
  token: TokenRef,
})
