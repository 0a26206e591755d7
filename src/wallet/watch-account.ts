import { join, resolve } from 'node:path'
import { fail } from '#domain/errors'
import type { Account } from '#domain/trade/accounts'
import { type Address, evm } from '#domain/units'
import { checkName } from '#wallet/account-name'
import type { AccountsContext } from '#wallet/accounts-context'
import { claimKeystoreDirectory, writeNew } from '#wallet/private-file'

/** Writes the file of an account without a key. @throws `USAGE`, `ACCOUNT_EXISTS`, `UNSAFE_MODE` */
export async function addWatchAccount(
  context: AccountsContext,
  { name, address, taken }: { readonly name: string; readonly address: Address; readonly taken: ReadonlySet<string> },
): Promise<Account> {
  checkName(name)
  if (taken.has(name)) throw fail('ACCOUNT_EXISTS', { name })
  claimKeystoreDirectory(context.directory)
  const directory = resolve(context.directory)
  const path = join(directory, `${name}.json`)
  const text = `${JSON.stringify({ watch: address })}\n`
  if (!(await writeNew(path, text, join(directory, `.${context.uuid()}.draft`)))) throw fail('ACCOUNT_EXISTS', { name })
  return { name, address, path, kind: 'watch' }
}

/** The address of such a file; `undefined` for any other text. */
export function readWatchAddress(text: string): Address | undefined {
  try {
    const { watch }: { watch?: unknown } = Object(JSON.parse(text))
    return typeof watch === 'string' ? evm(watch) : undefined
  } catch {
    return undefined
  }
}
