import { z } from 'zod'
import { Hash, Time } from '#cli/schemas/plain'

const Meta = z.object({
  version: z.string(),
  network: z.string().optional(),
  chainId: z.int().optional(),
  service: z.string(),
  block: z.object({ number: z.int(), hash: Hash, time: Time }).optional(),
  durationMs: z.int(),
  requestId: z.uuid(),
})

/** The document of a command that did what was asked. */
export const enveloped = (command: string, data: z.ZodType) =>
  z.object({
    schema: z.literal(`swapline/${command}@1`),
    ok: z.literal(true),
    data,
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    meta: Meta,
  })

/** The document of a command that failed. */
export const Failure = z.object({
  schema: z.literal('swapline/error@1'),
  ok: z.literal(false),
  error: z.object({
    code: z.string(),
    exitCode: z.int(),
    message: z.string(),
    why: z.string().optional(),
    fix: z.array(z.string()),
    retryable: z.boolean(),
    sent: z.boolean(),
    txHash: Hash.optional(),
    swapId: z.string().optional(),
    approvals: z.array(Hash).optional(),
    apiMessage: z.string().optional(),
    details: z.json(),
  }),
  meta: Meta,
})
