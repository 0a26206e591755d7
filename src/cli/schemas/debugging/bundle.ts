import { z } from 'zod'
import { Amount } from '#cli/schemas/amount'
import { EvmAddress, Hash, Time } from '#cli/schemas/plain'

export const BundleContents = z.object({
  createdAt: Time,
  app: z.object({ version: z.string(), node: z.string(), os: z.string() }),
  sha256: z.string(),
  /** The file is as it was written. */
  intact: z.boolean(),
  redacted: z.boolean(),
  network: z.string(),
  chainId: z.int(),
  quoteId: z.uuid().nullable(),
  sell: Amount.nullable(),
  buy: Amount.nullable(),
  fromAddress: EvmAddress,
  toAddress: EvmAddress,
  block: z.object({ number: z.int(), hash: Hash, time: Time }).nullable(),
  pools: z.object({ read: z.int(), used: z.int(), skipped: z.int(), excluded: z.int() }),
  families: z.array(z.string()),
  candidates: z.int(),
  router: z.object({ address: EvmAddress, codeHash: Hash }),
  /** Milliseconds. */
  timings: z.object({ survey: z.number(), search: z.number(), proof: z.number(), total: z.number() }).nullable(),
  transaction: z.object({ hash: Hash, stage: z.string(), revert: z.string().nullable() }).nullable(),
  failure: z.object({ code: z.string(), exit: z.int() }).nullable(),
})

export const WrittenBundle = BundleContents.extend({ file: z.string() })

export const BundleVerification = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({ check: z.enum(['file', 'market', 'quote', 'route']), ok: z.boolean(), message: z.string() }),
  ),
})
