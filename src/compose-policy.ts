import { join } from 'node:path'
import type { PolicyContext } from '#app/policy/context'
import type { ComposeInput } from '#cli/context'
import type { AddressBook } from '#domain/trade/address-book'
import { createAddressBook } from '#store/address-book'
import { createPolicyFiles } from '#store/policy-files'
import { withFileLock } from '#store/sqlite/file-lock'

/** Signing takes milliseconds, and at most some dozen processes wait for each other. */
const lockTimeoutMs = 30_000

/** The policy beside the keys of this machine, wherever flags and variables say that the keys are. */
export function composePolicy(
  { settings, clock }: ComposeInput,
  parts: Pick<PolicyContext, 'journal' | 'entryOf'> & { readonly uuid: () => string },
): PolicyContext {
  const { state, ownKeystore, keystores } = settings.paths
  const { uuid, ...rest } = parts
  const lock = <T>(file: { readonly path: string; readonly what: string }, work: () => Promise<T>): Promise<T> =>
    withFileLock({ clock, timeoutMs: lockTimeoutMs }, file, work)
  return {
    ...rest,
    clock,
    bridges: async () => (await import('#bridges/all.gen')).all,
    files: createPolicyFiles({ folders: [ownKeystore, ...keystores.slice(0, 1)], stateDirectory: state, uuid, lock }),
    lock: (work) => lock({ path: join(state, 'locks', 'policy.lock'), what: 'the spend policy' }, work),
  }
}

/** Contacts and tokens of this machine's user, in one file of the state directory. */
export const composeAddressBook = ({ settings, clock }: ComposeInput, uuid: () => string): AddressBook =>
  createAddressBook({
    path: join(settings.paths.state, 'address-book.json'),
    uuid,
    lock: (file, work) => withFileLock({ clock, timeoutMs: lockTimeoutMs }, file, work),
  })
