import { join } from 'node:path'
import type { ComposeInput } from '#cli/context'
import type { AddressBook } from '#domain/trade/address-book'
import { createAddressBook } from '#store/address-book'
import { withFileLock } from '#store/sqlite/file-lock'

/** What holds the lock of a small file takes milliseconds, and at most some dozen processes wait for each other. */
export const lockTimeoutMs = 30_000

/** Contacts and tokens of this machine's user, in one file of the state directory. */
export const composeAddressBook = ({ settings, clock }: ComposeInput, uuid: () => string): AddressBook =>
  createAddressBook({
    path: join(settings.paths.state, 'address-book.json'),
    uuid,
    lock: (file, work) => withFileLock({ clock, timeoutMs: lockTimeoutMs }, file, work),
  })
