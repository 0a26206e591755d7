/** Intents of their own for approvals that an intent could not sign itself, as it signs each step once. */
import type { TradeContext } from '#app/context'
import type { Intent } from '#domain/journal/swap'

export const furtherKey = ({ id }: Pick<Intent, 'id'>, index: number): string => `approve:${id}:${index}`

/** In the order in which they were opened. */
export async function listFurther(
  { journal }: { readonly journal: Pick<TradeContext['journal'], 'findByKey'> },
  intent: Pick<Intent, 'id'>,
): Promise<readonly Intent[]> {
  const all: Intent[] = []
  for (;;) {
    const next = await journal.findByKey(furtherKey(intent, all.length))
    if (next === undefined) return all
    all.push(next)
  }
}
