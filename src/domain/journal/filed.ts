/** Transactions that go into a file (`tx build`, `--build-only`, `--sign-only`), which may be signed and sent anywhere. */
import { type Intent, purposeOf } from '#domain/journal/swap'

/** Begins the key of an intent whose transaction is in a file; the rest is a hash of the transaction. */
export const filePrefix = 'offline:'

/** Whether only others can tell what became of its file: no node was given its bytes from here, and none has shown them. */
export function isFiled(intent: Pick<Intent, 'key' | 'kind' | 'transactions'>): boolean {
  const purpose = purposeOf(intent)
  return intent.key.startsWith(filePrefix) && (purpose === undefined || purpose.conclusion.stage === 'signed')
}
