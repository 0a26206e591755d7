import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { Report } from '#cli/schemas/batch/batch'
import { Tracked } from '#cli/schemas/crossing/tracked'
import { Bytes, EvmAddress, Hash, Raw, Time } from '#cli/schemas/plain'
import { ReadPayload } from '#cli/schemas/quote/read-payload'
import { RevertReason, Swap } from '#cli/schemas/trade/swap'

/** A transaction that the journal does not know, as read from its chain. */
export const ChainTransaction = z.object({
  kind: z.literal('transaction'),
  network: z.string(),
  chainId: z.int(),
  stage: z.enum(['submitted', 'mined', 'confirmed', 'reverted']),
  /** It calls our router of this network. */
  ours: z.boolean(),
  transaction: z.object({
    hash: Hash,
    from: EvmAddress,
    /** Null if it creates a contract. */
    to: EvmAddress.nullable(),
    value: Raw,
    nonce: z.int(),
    data: Bytes,
    gasLimit: Raw,
    block: z.int().optional(),
    /** Confirmations, its own block included. */
    depth: z.int().min(1).optional(),
    gasUsed: Raw.optional(),
    feePaid: Raw.optional(),
  }),
  /** What it requests from our router; absent if its bytes cannot be decoded. */
  request: ReadPayload.omit({ ours: true }).optional(),
  /** Amounts of tokens whose decimals are known; `request` has all of them raw. */
  sold: Amount.optional(),
  minimum: Amount.optional(),
  bought: Amount.optional(),
  boughtRaw: Raw.optional(),
  reason: RevertReason.optional(),
})

/** A quote without a swap on this machine. */
export const QuoteStatus = z.object({
  kind: z.literal('quote'),
  quoteId: z.uuid(),
  network: z.string(),
  chainId: z.int(),
  /** Of a quote to another network, on which `quoted` and `minimum` are then. */
  toNetwork: z.string().optional(),
  state: z.enum(['valid', 'expired', 'consumed']),
  createdAt: Time,
  expiresAt: Time,
  consumedAt: Time.nullable(),
  /** Of a gasless quote: once it is `consumed`, its order may be with the service, which can execute it until then. */
  orderDeadline: Time.optional(),
  /** Of the approvals that were sent for it. */
  approvals: z.array(Hash).optional(),
  /** Orders that were signed for it on this machine: anyone who has one can execute it until its deadline. */
  orders: z.array(z.object({ digest: Hash, signedAt: Time, deadline: Time })).optional(),
  sold: Amount,
  quoted: Amount,
  minimum: Amount,
})

/** A crossing that the journal does not know, by its source transaction. */
export const CrossingStatus = z.object({ kind: z.literal('crossing'), crossing: Tracked })

export const Status = z.union([Swap, CrossingStatus, ChainTransaction, QuoteStatus, Report])
