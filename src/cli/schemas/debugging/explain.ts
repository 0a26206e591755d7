import { z } from 'zod'
import { guardIds, guardLevels } from '#cli/request/debugging/quote-guards'
import { Amount } from '#cli/schemas/amount'
import { EvmAddress, Hash, Raw, SignedRaw } from '#cli/schemas/plain'
import { lossKinds } from '#domain/debugging/explanation'
import { poolReasons } from '#domain/quotes/quote-record'

const Hop = z.object({ venue: z.string(), pool: EvmAddress, tokenIn: EvmAddress, tokenOut: EvmAddress })

const ComparedRoute = z.object({
  hops: z.array(Hop),
  buy: Raw,
  /** Output less gas. */
  net: SignedRaw,
  gas: Raw,
  /** Of its net output, against the route's, in hundredths of a percent. */
  behindBps: z.number(),
})

/** Values are in the smallest unit of the token bought. */
export const ExplainResult = z.object({
  quoteId: z.uuid(),
  /** Of another machine: what follows is of the best route on the state before its block. Null for a quote. */
  transaction: z
    .object({
      hash: Hash,
      stage: z.string(),
      block: z.int().nullable(),
      /** Null if it reverted, or its logs do not tell. */
      bought: Raw.nullable(),
      minimum: Raw.nullable(),
    })
    .nullable(),
  block: z.int(),
  sell: Amount,
  buy: Amount,
  /** From the price of the first unit without fees to what is left after gas: `ideal` less the parts is `net`. */
  loss: z.object({
    ideal: z.number(),
    parts: z.array(z.object({ kind: z.enum(lossKinds), value: z.number(), bps: z.number() })),
    net: z.number(),
  }),
  paths: z.array(
    z.object({
      shareBps: z.number(),
      hops: z.array(Hop),
      sell: Raw,
      buy: Raw,
      /** Smallest units out per smallest unit in: first unit, average, and the next unit after the route. */
      price: z.object({ first: z.number(), average: z.number(), next: z.number() }),
    }),
  ),
  baseline: z.object({ bestSinglePool: ComparedRoute.nullable(), bestSinglePath: ComparedRoute.nullable() }),
  /** From the route to the bound; the parts add up to `gap`. Null if nothing was proven. */
  gap: z
    .object({
      upperBound: Raw,
      gap: SignedRaw,
      gapBps: z.number(),
      parts: z.array(
        z.object({
          kind: z.enum(['pool', 'gas', 'proof']),
          pool: EvmAddress.nullable(),
          value: z.number(),
          bps: z.number(),
        }),
      ),
    })
    .nullable(),
  guards: z.array(
    z.object({ id: z.enum(guardIds), level: z.enum(guardLevels), value: z.string(), limit: z.string().nullable() }),
  ),
  /** How many pools there are of each verdict; together all that were read. */
  counts: z.object({ total: z.int(), used: z.int(), reasons: z.partialRecord(z.enum(poolReasons), z.int()) }),
  pools: z.array(
    z.object({
      venue: z.string(),
      pool: EvmAddress,
      tokens: z.array(EvmAddress),
      feePpm: z.int(),
      /** Null: used. */
      reason: z.enum(poolReasons).nullable(),
      in: Raw.nullable(),
      out: Raw.nullable(),
      /** How much worse its first unit's price is than that of the route's last units; below 0 it is better. */
      behindBps: z.number().nullable(),
      /** What it could add at those prices before gas, and the gas of a leg over it. */
      gain: z.number(),
      gasCost: z.number(),
    }),
  ),
})
