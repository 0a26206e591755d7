import { z } from 'zod'
import { EvmAddress, Hash, Raw, SignedRaw } from '#cli/schemas/plain'
import { traceSources } from '#domain/debugging/trace'
import { revertClasses } from '#domain/failures/revert-reason'

const Value = z.union([
  z.object({ address: EvmAddress, label: z.string().optional() }),
  /** The symbol of a token in no list is what its contract says. */
  z.object({
    raw: Raw,
    formatted: z.string().optional(),
    symbol: z.string().optional(),
    listed: z.boolean().optional(),
  }),
  z.object({ number: SignedRaw }),
  z.object({ flag: z.boolean() }),
  z.object({ bytes: z.int() }),
])

export const TraceCall = z.object({
  /** Calls of a call follow it, one deeper. */
  depth: z.int(),
  kind: z.string(),
  to: EvmAddress.nullable(),
  label: z.string().nullable(),
  /** Of the function, or its selector. */
  name: z.string(),
  args: z.array(z.object({ name: z.string(), value: Value })),
  result: Value.nullable(),
  value: Raw,
  gasUsed: Raw,
  failed: z.boolean(),
  words: z.string().nullable(),
  firstRevert: z.boolean(),
})

export const TraceResult = z.object({
  hash: Hash,
  stage: z.string(),
  ours: z.boolean(),
  /** `replayed`: approximate, on the state before its block; `none`: no node knows. */
  source: z.enum(traceSources),
  exact: z.boolean(),
  calls: z.array(TraceCall),
  /** Calls that were left out of a very long trace. */
  cut: z.int(),
  /** Of a transaction that reverted. */
  revert: z
    .object({
      class: z.enum(revertClasses),
      words: z.string(),
      remedy: z.array(z.string()),
      at: z
        .object({ depth: z.int(), address: EvmAddress.nullable(), label: z.string().nullable(), name: z.string() })
        .nullable(),
    })
    .nullable(),
})
