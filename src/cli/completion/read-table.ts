import { readFileSync } from 'node:fs'
import type { CompletionTable } from '#cli/completion/table'

/** The table that the build wrote beside the program. */
export const readTable = (): CompletionTable =>
  JSON.parse(readFileSync(new URL('./completion.json', import.meta.url), 'utf8')) as CompletionTable
