import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { EvmAddress, Raw, SignedRaw } from '#cli/schemas/plain'

const FoundRoute = z.object({
  sell: Amount,
  buy: Amount,
  minBuy: Amount,
  gas: Raw,
  paths: z.int(),
  pools: z.array(EvmAddress),
})

export const ReplayResult = z.object({
  /** The recorded route gives the recorded amount, to the smallest unit. */
  match: z.boolean(),
  expected: Raw,
  actual: Raw.nullable(),
  diff: SignedRaw.nullable(),
  /** The search again; another version of the program may find another route. */
  searched: z.object({ match: z.boolean(), sameRoute: z.boolean(), route: FoundRoute.nullable() }),
  recordedBy: z.string(),
  replayedBy: z.string(),
  whatIf: z
    .object({
      changes: z.array(z.object({ name: z.string(), value: z.string() })),
      /** Null without a route. */
      route: FoundRoute.nullable(),
      /** Of the output, against the recorded quote. */
      diff: SignedRaw.nullable(),
      /** Pools of which too little is recorded: the true result may be better. */
      narrow: z.array(EvmAddress),
    })
    .nullable(),
  at: z
    .object({
      block: z.int(),
      /** Since the recorded block. */
      seconds: z.int(),
      /** The recorded route at that block; null if a pool refuses its part. */
      recordedRoute: Raw.nullable(),
      /** The best route at that block. */
      route: FoundRoute.nullable(),
      diff: SignedRaw.nullable(),
      legs: z.array(
        z.object({
          venue: z.string(),
          pool: EvmAddress,
          tokenIn: EvmAddress,
          tokenOut: EvmAddress,
          in: Raw,
          before: Raw.nullable(),
          after: Raw.nullable(),
          changed: z.boolean(),
        }),
      ),
      pools: z.object({ same: z.int(), changed: z.int(), gone: z.int(), added: z.int() }),
    })
    .nullable(),
})
