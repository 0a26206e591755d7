import { z } from 'zod'
import { Decimal, EvmAddress } from '#cli/schemas/plain'

/** A token by symbol on every network that lists it, or one contract. */
const Token = z.object({ symbol: z.string(), network: z.string().optional(), address: EvmAddress.optional() })

const Limit = z.object({ token: Token, limit: Decimal })

const Rules = z.object({
  perTransaction: z.array(Limit),
  perDay: z.array(Limit),
  allowTokens: z.array(Token),
  denyTokens: z.array(Token),
  allowRecipients: z.array(EvmAddress),
  networks: z.array(z.string()),
})

/** How far the limits are used; a day is the last 24 hours. Amounts in whole tokens. */
const Use = z.object({
  token: Token,
  per: z.enum(['transaction', 'day']),
  limit: Decimal,
  spent: Decimal,
  left: Decimal,
})

/** Every policy that binds the keys of this machine; none: everything is signed. */
export const PolicyList = z.object({
  policies: z.array(
    Rules.extend({
      path: z.string(),
      stateDirectory: z.string(),
      /** `null` if another state directory is in use, in which nothing with a limit of a day is signed. */
      usage: z.array(Use).nullable(),
    }),
  ),
})

export const PolicyChange = z.object({ paths: z.array(z.string()), rules: Rules.nullable() })

export const PolicyCheck = z.object({
  allowed: z.boolean(),
  /** Why not. */
  reason: z.string().nullable(),
  fix: z.array(z.string()),
})
