import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { Decimal, EvmAddress, Hash, Raw, Time } from '#cli/schemas/plain'
import { objectives } from '#domain/quotes/route'

const Hop = z.object({
  venue: z.string(),
  kind: z.string(),
  pool: EvmAddress,
  feePpm: z.int(),
  tokenIn: EvmAddress,
  tokenOut: EvmAddress,
  in: Raw,
  out: Raw,
})

export const Distribution = z.object({
  quoteId: z.uuid(),
  /** The exact route; legs may merge. */
  legs: z.array(
    z.object({
      venue: z.string(),
      pool: EvmAddress,
      tokenIn: EvmAddress,
      tokenOut: EvmAddress,
      share32: z.int().min(1).max(4_294_967_296),
      in: Raw,
      out: Raw,
    }),
  ),
  paths: z.array(z.object({ shareBps: z.int().min(0).max(10_000), sell: Raw, buy: Raw, hops: z.array(Hop) })),
})

const Shortfall = z.object({ actual: Raw, required: Raw })

export const Quote = z.object({
  id: z.uuid(),
  state: z.enum(['valid', 'expired', 'consumed']),
  createdAt: Time,
  expiresAt: Time,
  network: z.string(),
  chainId: z.int(),
  block: z.object({ number: z.int(), hash: Hash, time: Time }),
  sell: Amount,
  buy: Amount,
  /** The requested output of an exact-output quote. */
  wanted: Amount.nullable(),
  minBuy: Amount,
  slippagePpm: z.int().min(0).max(500_000),
  /** With `--slippage auto`: how much the output of such a route moved in the last blocks. */
  recentMoves: z
    .object({ movedPpm: z.int().min(0).max(1_000_000), seconds: z.int().min(0), samples: z.int().min(2) })
    .nullable(),
  optimizeFor: z.enum(objectives),
  fromAddress: EvmAddress,
  toAddress: EvmAddress,
  targetAddress: EvmAddress,
  /** `l1`: what the chain takes for the transaction's bytes besides its gas, where it does. */
  fees: z.array(
    z.object({
      type: z.enum(['gas', 'l1', 'affiliate']),
      amount: Raw,
      token: EvmAddress,
      valueUsd: Decimal.nullable(),
    }),
  ),
  /**
   * Of the transaction: the gas it is expected to use, null if a service made the quote, and a limit that suffices
   * whatever the pools' slots hold.
   */
  resourceEstimate: z.object({ expectedGas: Raw.nullable(), gasLimit: Raw }),
  rate: z.object({ buyPerSell: Decimal, sellPerBuy: Decimal }),
  priceImpactBps: z.int().nullable(),
  /** What a sandwich could take at most at this slippage, in the token sold; null if it is not known. */
  maxSandwich: Amount.nullable(),
  approval: z.object({
    required: z.boolean(),
    spender: EvmAddress,
    token: EvmAddress,
    current: Raw.nullable(),
    needed: Raw,
  }),
  issues: z.object({ allowance: Shortfall.nullable(), balance: Shortfall.nullable() }).nullable(),
  baseline: z.object({ bestSinglePool: Amount.nullable(), gainBps: z.number().nullable() }),
  /**
   * The bound that no route over the pools considered can exceed, net of gas unless gas counts nothing; null if
   * unproven. `minInput` for exact output: routes with a smaller input yield less; it is the input of the pools,
   * without the affiliate fee.
   */
  optimality: z
    .object({
      upperBound: Amount,
      gapPpm: z.number().min(0),
      boundBy: z.string(),
      minInput: z.object({ lowerBound: Amount, gapPpm: z.number().min(0) }).nullable(),
    })
    .nullable(),
  poolsSeen: z.int(),
  /** False: our router is not deployed there, so it is a price only, and `next` is the command that deploys it. */
  router: z.object({ deployed: z.boolean(), next: z.string().nullable() }),
  route: Distribution,
})
