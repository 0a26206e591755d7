import { escapeHidden } from '#cli/out/safe-text'
import type { Json } from '#cli/out/types'

/**
 * JSON without characters that control a terminal, without a line end. `indent` 2 for documents, 0 for a line of a
 * stream.
 */
export const toJsonText = (value: Json, indent: 0 | 2 = 0): string => escapeHidden(JSON.stringify(value, null, indent))
