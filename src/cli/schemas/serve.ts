import { z } from 'zod'
import { Time } from '#cli/schemas/plain'
import { networkFindings } from '#domain/server'

export const Serving = z.object({
  url: z.url(),
  authUrl: z.url(),
  metricsUrl: z.url().nullable(),
  networks: z.array(z.string()),
  refused: z
    .array(z.object({ name: z.string(), status: z.enum(networkFindings), next: z.string() }))
    .describe('of them, those that are refused until what `next` is about is done; the server finds out by itself'),
})

const Key = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['valid', 'expired', 'revoked']),
  createdAt: Time,
  expiresAt: Time.nullable(),
  revokedAt: Time.nullable(),
})

export const Keys = z.object({ keys: z.array(Key) })
export const KeyAdded = z.object({ key: Key, text: z.string() })
export const KeyRevoked = z.object({ key: Key })
