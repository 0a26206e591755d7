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

/** Of an approval and its further ones, in the order in which they were opened, the last that was signed; else the first. */
export const findLatest = (all: readonly Intent[]): Intent | undefined =>
  all.findLast(({ transactions }) => transactions.length > 0) ?? all[0]

/** The same of an approval and the further ones that the records have. */
export const findLatestApproval = async (records: ApprovalRecords, first: Intent): Promise<Intent> =>
  findLatest([first, ...(await listFurther(records, first))]) ?? first
