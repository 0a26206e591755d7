import { resolve } from 'node:path'
import { fail } from '#domain/errors'
import type { ListedAccount } from '#domain/trade/accounts'
import type { AccountsContext } from '#wallet/accounts-context'
import { listKeyFiles } from '#wallet/key-files'
import type { KnownAddresses } from '#wallet/known-addresses'
import { addressOf, keyFromHex } from '#wallet/private-key'

/** Shown instead of a path if the key comes from no file. */
const fromEnvironment = 'the environment'

/**
 * Every account: our own folder's, the other folders', the environment's, the sandbox's. A name that an earlier account
 * has is replaced by the path, so that a name always means the same key.
 */
export async function listAccounts(context: AccountsContext, known: KnownAddresses): Promise<readonly ListedAccount[]> {
  const folders = [...new Set([context.directory, ...context.foreignDirectories].map((folder) => resolve(folder)))]
  const inFiles = await Promise.all(folders.map((folder, i) => listKeyFiles(known, folder, i === 0)))
  const all = [...inFiles.flat(), ...(await readEnvironmentAccount(context)), ...getDevelopmentAccounts(context)]
  const taken = new Set<string>()
  return all.map((account) => {
    const name = taken.has(account.name) ? account.path : account.name
    taken.add(name)
    return { ...account, name }
  })
}

async function readEnvironmentAccount({ environmentKey }: AccountsContext): Promise<readonly ListedAccount[]> {
  if (environmentKey === undefined) return []
  const key = keyFromHex(environmentKey.trim())
  if (key === undefined) throw fail('KEYSTORE_UNREADABLE', { path: fromEnvironment, reason: 'it is not a private key' })
  return [{ name: 'environment', address: await addressOf(key), path: fromEnvironment, kind: 'environment' }]
}

const getDevelopmentAccounts = ({ development = [] }: AccountsContext): readonly ListedAccount[] =>
  development.map(({ name, address }) => ({ name, address, path: `the sandbox's ${name}`, kind: 'development' }))

/** By its exact name, or by its address in any letter case. @throws `ACCOUNT_NOT_FOUND`. */
export function findAccount(
  { directory, foreignDirectories }: AccountsContext,
  accounts: readonly ListedAccount[],
  nameOrAddress: string,
): ListedAccount {
  const found =
    accounts.find(({ name }) => name === nameOrAddress) ??
    accounts.find(({ address }) => address !== undefined && address === nameOrAddress.toLowerCase())
  if (found !== undefined) return found
  const silent = accounts.filter(({ address }) => address === undefined).length
  const why = `${silent} key files do not state their address; such an account is found by its name.`
  const details = { name: nameOrAddress, places: [directory, ...foreignDirectories] }
  throw fail('ACCOUNT_NOT_FOUND', details, silent === 0 ? {} : { why })
}
