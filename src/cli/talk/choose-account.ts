import type { Context } from '#cli/context'
import { fail } from '#domain/errors'
import type { Account, ListedAccount } from '#domain/trade/accounts'

/**
 * The account that pays and signs: the chosen one, else the only one, else the user's pick; on the sandbox its first
 * development account, if there is no other.
 * @throws `NO_ACCOUNT`, `ACCOUNT_NOT_CHOSEN`, `ACCOUNT_NOT_FOUND`
 */
export async function chooseAccount({ settings, accounts, prompts }: Context): Promise<Account> {
  const book = await accounts()
  const chosen = settings.get('account')
  if (chosen !== undefined) return book.find(chosen)

  const all = await book.list()
  const own = all.filter(({ kind }) => kind !== 'development')
  const [first, second] = own.length > 0 ? own : all.slice(0, 1)
  if (first === undefined) throw fail('NO_ACCOUNT', {})
  if (second === undefined) return book.find(first.name)
  if (!prompts.canAsk) throw fail('ACCOUNT_NOT_CHOSEN', { names: own.map(({ name }) => name) })
  return book.find(await prompts.select('Which account?', own.map(toChoice)))
}

const toChoice = ({ name, address }: ListedAccount) => ({ name: `${name}  ${address ?? ''}`.trim(), value: name })
