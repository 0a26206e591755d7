import { z } from 'zod'
import { schemaId } from '#cli/out/schema-id'
import { EvmAddress, Hash, Raw, Time } from '#cli/schemas/plain'

const Meta = z.object({
  version: z.string(),
  network: z.string().optional(),
  chainId: z.int().optional(),
  service: z.string(),
  block: z.object({ number: z.int(), hash: Hash, time: Time }).optional(),
  durationMs: z.int(),
  requestId: z.uuid(),
})

/** The document of a successful command. */
export const envelopeSchema = (command: string, data: z.ZodType) =>
  z.object({
    schema: z.literal(schemaId(command)),
    ok: z.literal(true),
    data,
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    meta: Meta,
  })

/** The document of a failed command. */
export const Failure = z.object({
  schema: z.literal(schemaId('error')),
  ok: z.literal(false),
  error: z.object({
    code: z.string(),
    exitCode: z.int(),
    message: z.string(),
    why: z.string().optional(),
    fix: z.array(z.string()),
    retryable: z.boolean(),
    /**
     * Whether a transaction was sent, or may have been. Absent if a command that can send ended before it looked at what
     * earlier runs of it signed: this one signed nothing.
     */
    sent: z.boolean().optional(),
    txHash: Hash.optional(),
    swapId: z.string().optional(),
    approvals: z.array(Hash).optional(),
    /** An allowance that the approvals left behind. */
    leftover: z
      .object({ token: EvmAddress, spender: EvmAddress, allowance: Raw, words: z.string(), command: z.string() })
      .optional(),
    apiMessage: z.string().optional(),
    details: z.json(),
  }),
  meta: Meta,
})
