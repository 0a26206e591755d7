import { z } from 'zod'
import { TokenRef } from '#cli/schemas/amount'

/** `own`: added by the user of this machine, not in the list that ships with the network. */
const Token = TokenRef.extend({ own: z.boolean() })

export const TokenList = z.object({ tokens: z.array(Token) })
export const TokenDetails = Token
export const TokenChange = z.object({ token: Token })
export const TokenImport = z.object({
  list: z.string(),
  added: z.array(Token),
  known: z.int(),
  /** Of other networks. */
  elsewhere: z.int(),
  refused: z.array(z.object({ address: z.string(), symbol: z.string(), reason: z.string() })),
})

const Hidden = z.string().max(200)

/** The part in use of the standard for token lists (tokenlists.org). Unknown members are ignored. */
export const TokenListFile = z.object({
  name: Hidden,
  tokens: z
    .array(
      z.object({
        chainId: z.int().min(1),
        address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
        symbol: z.string().min(1).max(64),
        name: Hidden,
        decimals: z.int().min(0).max(255),
      }),
    )
    .min(1)
    .max(10_000),
})
