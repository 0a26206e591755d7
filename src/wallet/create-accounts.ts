import type { Account, Accounts, ListedAccount, Signer } from '#domain/trade/accounts'
import type { AccountsContext } from '#wallet/accounts-context'
import { createAccount, importAccount } from '#wallet/add-account'
import { createKeyring } from '#wallet/keyring'
import { createKnownAddresses } from '#wallet/known-addresses'
import { findAccount, listAccounts } from '#wallet/list-accounts'
import { signPayload } from '#wallet/sign-payload'
import { signPermit } from '#wallet/sign-permit'

/** The user's accounts: key files of our folder and of other programs, and keys from other sources. */
export function createAccounts(context: AccountsContext): Accounts {
  const known = createKnownAddresses(context.directory)
  const keyring = createKeyring(context, known)
  const list = (): Promise<readonly ListedAccount[]> => listAccounts(context, known)
  const taken = async (): Promise<ReadonlySet<string>> => new Set((await list()).map(({ name }) => name))

  const find = async (nameOrAddress: string): Promise<Account> => {
    const account = findAccount(context, await list(), nameOrAddress)
    const address = account.address ?? (await keyring.unlock(account)).address
    return { ...account, address }
  }

  const signer = (account: Account): Signer => ({
    address: account.address,
    unlock: async () => {
      await keyring.unlock(account)
    },
    sign: async (payload, nonce) => signPayload(await keyring.unlock(account), { payload, nonce }),
    signPermit: async (permit) => signPermit(await keyring.unlock(account), permit),
  })

  return {
    list,
    find,
    signer,
    create: async (name) => createAccount(context, name, await taken()),
    import: async (name, secret) => importAccount(context, { name, secret, taken: await taken() }),
  }
}
