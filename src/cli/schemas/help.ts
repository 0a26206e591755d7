import { z } from 'zod'

export const Help = z.object({ subject: z.string().nullable(), text: z.string() })
