import { z } from 'zod'
import { findingLevels } from '#domain/diagnosis'

export const Doctor = z.object({
  findings: z.array(
    z.object({
      check: z.string(),
      subject: z.string(),
      level: z.enum(findingLevels),
      message: z.string(),
      fix: z.string().nullable(),
    }),
  ),
  problems: z.int().min(0),
})
