import { z } from 'zod'

export const AnyJson = z.record(z.string(), z.json())
