import { z } from 'zod'
import { Amount, TokenRef } from '#cli/schemas/amount'
import { EvmAddress, Raw } from '#cli/schemas/plain'
import { Tx } from '#cli/schemas/trade/swap'

export const Balances = z.object({
  owner: EvmAddress,
  balances: z.array(z.object({ balance: Amount, allowance: Raw })),
})

/** What known spenders may take, at `meta.block`. */
export const Allowances = z.object({
  owner: EvmAddress,
  allowances: z.array(
    z.object({
      spender: EvmAddress,
      /** Our router of this network. */
      ours: z.boolean(),
      /** From 2^255 on: more than any supply. */
      unlimited: z.boolean(),
      allowance: Amount,
    }),
  ),
  /** Tokens that this account traded, and whose contracts do not answer. */
  unread: z.array(EvmAddress),
})

/** Allowances that were to be taken back, one transaction each. */
export const Revocations = z.object({
  owner: EvmAddress,
  revocations: z.array(
    z.object({
      token: TokenRef,
      spender: EvmAddress,
      ours: z.boolean(),
      /** `pending`: neither proven done nor proven void; `none`: nothing was left to do. */
      state: z.enum(['done', 'none', 'pending', 'failed']),
      before: Raw,
      after: Raw,
      intentId: z.uuid().optional(),
      txs: z.array(Tx).optional(),
      error: z
        .object({ code: z.string(), exitCode: z.int(), message: z.string(), fix: z.array(z.string()) })
        .optional(),
    }),
  ),
  /** Tokens whose contracts do not answer: what may be taken of them is not known. */
  unread: z.array(EvmAddress),
  /** Approvals that were signed here and can still give what was taken back; `inFile`: anyone who has the file can send it. */
  grants: z.array(
    z.object({
      token: EvmAddress,
      spender: EvmAddress,
      value: Raw,
      hash: z.string(),
      nonce: z.int(),
      inFile: z.boolean(),
    }),
  ),
})
