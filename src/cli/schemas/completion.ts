import { z } from 'zod'

export const Completion = z.object({ shell: z.enum(['bash', 'zsh', 'fish']), script: z.string() })
