import { z } from 'zod'

export const Version = z.object({ version: z.string(), node: z.string() })
