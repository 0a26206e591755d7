import type { Context } from '#cli/context'
import { parseAccountWord } from '#cli/parse/account-word'
import { fail, isFailure } from '#domain/errors'
import type { Account, Accounts, ListedAccount } from '#domain/trade/accounts'
import type { Address } from '#domain/units'
import { checksum } from '#text/checksum'

type AccountTools = Pick<Context, 'settings' | 'accounts' | 'prompts'>

/** A command has one account, so its user is asked at most once. */
const answers = new WeakMap<AccountTools, Promise<Account>>()

/**
 * The account that pays and signs: the chosen one, else the only one, else the user's pick; on the sandbox its first
 * development account, if there is no other key. A second call returns the same one.
 * @throws `NO_ACCOUNT`, `ACCOUNT_NOT_CHOSEN`, `ACCOUNT_NOT_FOUND`
 */
export function chooseAccount(context: AccountTools): Promise<Account> {
  const known = answers.get(context) ?? findOrAsk(context)
  answers.set(context, known)
  return known
}

/**
 * Whose holdings a command reads. Nothing is signed, so an address is enough.
 * @param named by the option `flag`; the account's if absent
 * @throws `NO_ACCOUNT` that names the option, and the others of {@link chooseAccount}
 */
export async function chooseOwner(context: AccountTools, named: Address | undefined, flag: string): Promise<Address> {
  if (named !== undefined) return named
  try {
    return (await chooseAccount(context)).address
  } catch (error) {
    throw isFailure(error, 'NO_ACCOUNT') ? fail('NO_ACCOUNT', { flag }) : error
  }
}

/** The account if there is only one to choose: nothing is asked. @throws `ACCOUNT_NOT_FOUND` */
export async function findAccount(context: AccountTools): Promise<Account | undefined> {
  const known = answers.get(context)
  if (known !== undefined) return known
  const book = await context.accounts()
  const { name } = await findChoices(context)
  return name === undefined ? undefined : findAccountByWord(book, name)
}

async function findOrAsk(context: AccountTools): Promise<Account> {
  const { accounts, prompts } = context
  const book = await accounts()
  const { name, own } = await findChoices(context)
  if (name !== undefined) return findAccountByWord(book, name)
  if (own.length === 0) throw fail('NO_ACCOUNT', {})
  if (!prompts.canAsk) throw fail('ACCOUNT_NOT_CHOSEN', { names: own.map((one) => one.name) })
  return book.find(await prompts.select('Which account?', own.map(toChoice)))
}

/** By name or address. @throws `BAD_CHECKSUM`, `ACCOUNT_NOT_FOUND`, and what `unlock` throws */
export function findAccountByWord(book: Accounts, text: string): Promise<Account> {
  const word = parseAccountWord(text)
  return book.find(typeof word === 'string' ? word : word.address)
}

/** The account that needs no question, if there is one, and the user's own accounts. */
async function findChoices({
  settings,
  accounts,
}: AccountTools): Promise<{ readonly name: string | undefined; readonly own: readonly ListedAccount[] }> {
  const chosen = settings.get('account')
  if (chosen !== undefined) return { name: chosen, own: [] }
  const all = await (await accounts()).list()
  const ofKind = (...kinds: readonly ListedAccount['kind'][]) => all.filter(({ kind }) => kinds.includes(kind))
  const own = ofKind('keystore', 'environment')
  // An address without a key is used only if it is named, or if there is nothing else.
  const [first, second] = own.length > 0 ? own : [...ofKind('development'), ...ofKind('watch')].slice(0, 1)
  return { name: second === undefined ? first?.name : undefined, own }
}

const toChoice = ({ name, address }: ListedAccount) => ({
  name: `${name}  ${address === undefined ? '' : checksum(address)}`.trim(),
  value: name,
})
