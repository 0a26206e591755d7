import { z } from 'zod'
import { Time } from '#cli/schemas/plain'
import { networkHealths } from '#domain/service/server'

export const ServeStart = z.object({
  url: z.url(),
  authUrl: z.url(),
  metricsUrl: z.url().nullable(),
  networks: z.array(z.string()),
  refused: z
    .array(z.object({ name: z.string(), status: z.enum(networkHealths), next: z.string() }))
    .describe('of them, those refused until the step in `next` is done; the server notices by itself'),
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
export const NewKey = z.object({ key: Key, text: z.string() })
export const RevokedKey = z.object({ key: Key })
