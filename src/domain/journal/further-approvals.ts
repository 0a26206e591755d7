/** Intents of their own for approvals that an intent could not sign itself, as it signs each step once. */
import type { Intent } from '#domain/journal/swap'

/** Where approvals are looked up; the journal, or what finds in it by exact keys. */
export interface ApprovalRecords {
  readonly journal: { findByKey(key: string): Promise<Intent | undefined> }
}

export const furtherKey = ({ id }: Pick<Intent, 'id'>, index: number): string => `approve:${id}:${index}`

/** In the order in which they were opened. */
export async function listFurther(
  { journal }: ApprovalRecords,
  intent: Pick<Intent, 'id'>,
): Promise<readonly Intent[]> {
  const all: Intent[] = []
  for (;;) {
    const next = await journal.findByKey(furtherKey(intent, all.length))
    if (next === undefined) return all
    all.push(next)
  }
}

/** The last one that was signed, of an approval and its further ones; the first if none was. */
export async function findLatestApproval(records: ApprovalRecords, first: Intent): Promise<Intent> {
  const all = [first, ...(await listFurther(records, first))]
  return all.findLast(({ transactions }) => transactions.length > 0) ?? first
}
