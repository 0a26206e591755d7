import { z } from 'zod'
import { Amount, TokenRef } from '#cli/schemas/amount'
import { Decimal, EvmAddress, Hash, Raw, Time } from '#cli/schemas/plain'
import { Stage, Swap } from '#cli/schemas/trade/swap'

const Gas = z.object({ network: z.string(), token: z.string(), raw: Raw, formatted: Decimal })

/** One intent, as the journal's evidence concludes it; no chain was asked. */
const Entry = z.object({
  swapId: z.uuid(),
  kind: z.enum(['swap', 'approve', 'deploy', 'cross', 'claim']),
  at: Time,
  network: z.string(),
  account: EvmAddress,
  idempotencyKey: z.string(),
  stage: Stage,
  /** `done`: mined with success; `open`: it may still happen; `failed`: it cannot any more. */
  state: z.enum(['done', 'open', 'failed', 'unsigned']),
  /** Every transaction of it is proven final. */
  settled: z.boolean(),
  sold: Amount.optional(),
  quoted: Amount.optional(),
  minimum: Amount.optional(),
  bought: Amount.optional(),
  recipient: EvmAddress.optional(),
  vsQuoteBps: z.number().optional(),
  /** Absent if RPC endpoints tell different fees of one of its transactions. */
  gasPaid: Gas.optional(),
  hash: Hash.optional(),
})

export const HistoryList = z.object({
  entries: z.array(Entry),
  /** Entries that match the filters; those shown are the latest of them. */
  matching: z.int(),
  /** Of the entries shown. */
  totals: z.object({
    done: z.int(),
    unsettled: z.int(),
    tokens: z.array(
      z.object({
        token: TokenRef,
        sold: Raw,
        soldFormatted: Decimal,
        bought: Raw,
        boughtFormatted: Decimal,
        vsQuoteBps: z.number().nullable(),
      }),
    ),
    /** `complete`: false if what some of them paid is unknown. */
    gas: z.array(Gas.extend({ complete: z.boolean() })),
  }),
})

export const HistoryDetails = Swap
