import { fail } from '#domain/errors'
import type { Account, KeyAccounts, KeySigner, ListedAccount } from '#domain/trade/accounts'
import type { AccountsContext } from '#wallet/accounts-context'
import { createAccount, importAccount } from '#wallet/add-account'
import { createKeyring } from '#wallet/keyring'
import { createKnownAddresses } from '#wallet/known-addresses'
import { findAccount, listAccounts } from '#wallet/list-accounts'
import { signPayload } from '#wallet/sign-payload'
import { signDaiPermit, signOrder, signPermit } from '#wallet/sign-permit'
import { addWatchAccount } from '#wallet/watch-account'

/** What only some commands need. */
const messages = () => import('#wallet/sign-message')
const management = () => import('#wallet/manage-account')

/** The user's accounts: key files of our folder and of other programs, and keys from other sources. */
export function createAccounts(context: AccountsContext): KeyAccounts {
  const known = createKnownAddresses(context.directory)
  const keyring = createKeyring(context, known)
  const list = (): Promise<readonly ListedAccount[]> => listAccounts(context, known)
  const taken = async (): Promise<ReadonlySet<string>> => new Set((await list()).map(({ name }) => name))

  const find = async (nameOrAddress: string): Promise<Account> => {
    const { flaw, kind, ...account } = findAccount(context, await list(), nameOrAddress)
    if (kind === 'broken') throw fail('KEYSTORE_UNREADABLE', { path: account.path, reason: flaw ?? 'it is broken' })
    const address = account.address ?? (await keyring.unlock({ ...account, kind })).address
    return { ...account, kind, address }
  }

  const keySigner = (account: Account): KeySigner => ({
    address: account.address,
    unlock: async () => {
      await keyring.unlock(account)
    },
    sign: async (payload, nonce) => signPayload(await keyring.unlock(account), { payload, nonce }),
    signPermit: async (permit) => signPermit(await keyring.unlock(account), permit),
    signDaiPermit: async (permit) => signDaiPermit(await keyring.unlock(account), permit),
    signOrder: async (order) => signOrder(await keyring.unlock(account), order),
    signText: async (text) => (await messages()).signText(await keyring.unlock(account), text),
    signTyped: async (message) => (await messages()).signTypedMessage(await keyring.unlock(account), message),
  })

  return {
    list,
    find,
    keySigner,
    create: async (name) => createAccount(context, name, await taken()),
    import: async (name, secret) => importAccount(context, { name, secret, taken: await taken() }),
    addWatch: async (name, address) => addWatchAccount(context, { name, address, taken: await taken() }),
    exportKey: async (account) => (await management()).exportKey(keyring, account),
    remove: async (name) => (await management()).removeAccount(context, findAccount(context, await list(), name)),
    changePassword: async (account, password) =>
      (await management()).changePassword(context, keyring, { account, password }),
    readSigned: async (raw) => (await import('./read-transaction.ts')).readTransaction(raw),
    recover: async (signed, signature) => (await import('#wallet/recover-signer')).recoverSigner(signed, signature),
  }
}
