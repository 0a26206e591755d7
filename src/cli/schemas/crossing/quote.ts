import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { EvmAddress, Raw, Time } from '#cli/schemas/plain'
import { Quote } from '#cli/schemas/quote/quote'

const Leg = z
  .object({
    block: z.int(),
    in: Amount,
    out: Amount,
    priceImpactPpm: z.int().nullable(),
    pools: z.int().min(0),
  })
  .nullable()

/** A quote of a swap to another network. */
export const CrossQuote = z.object({
  id: z.uuid(),
  kind: z.literal('cross'),
  state: z.enum(['valid', 'expired', 'consumed']),
  createdAt: Time,
  expiresAt: Time,
  network: z.string(),
  chainId: z.int(),
  toNetwork: z.string(),
  toChainId: z.int(),
  sell: Amount,
  buy: Amount,
  minBuy: Amount,
  slippagePpm: z.int().min(0).max(500_000),
  fromAddress: EvmAddress,
  /** On the other network. */
  toAddress: EvmAddress,
  targetAddress: EvmAddress,
  bridge: z.object({
    name: z.string(),
    deposit: Amount,
    minDeposit: Amount,
    payment: Amount,
    fee: z.object({ ratePpm: z.int(), fixed: Amount }),
    /** Native currency of the source for the bridge's message, wei; part of the transaction's value. */
    messageFee: Raw,
    usualSeconds: z.int(),
  }),
  /** The swap on the source network; null if the token of the bridge is sold. */
  source: Leg,
  destination: Leg,
  gasLimit: Raw,
  onFailure: z.array(
    z.object({
      failure: z.enum(['nobody_pays', 'nobody_completes', 'swap_fails']),
      token: EvmAddress,
      network: z.string(),
      owner: EvmAddress,
      /** Null: at once. */
      from: Time.nullable(),
      command: z.string(),
    }),
  ),
})

export const QuoteResult = z.union([Quote, CrossQuote])
