/** Rows with their tokens and accounts. */
import type { Context } from '#cli/context'
import { type ParsedAmount, unitsToRaw } from '#cli/parse/amount'
import type { RowWords } from '#cli/request/batch/columns'
import { describeProblem, type ParsedRow } from '#cli/request/batch/parse-row'
import { chooseAccount } from '#cli/talk/choose-account'
import { fail } from '#domain/errors'
import type { BatchProblem } from '#domain/failures/batch'
import type { Token } from '#domain/token'
import { type BatchOrder, laneOf, type OrderAmount, sortByDependency } from '#domain/trade/batch/order'
import { type Amount, type NetworkName, ppm } from '#domain/units'

/** Accounts and tokens by their words, each looked up once. */
interface Directory {
  readonly account: (word: string | undefined) => Promise<BatchOrder['account']>
  readonly token: (network: NetworkName, word: string) => Promise<Token>
}

export interface ResolvedOrders {
  readonly orders: readonly BatchOrder[]
  readonly problems: readonly BatchProblem[]
}

export async function resolveOrders(
  context: Context,
  { rows, ids }: { readonly rows: readonly ParsedRow[]; readonly ids: ReadonlySet<string> },
  allowUnlisted: boolean,
): Promise<ResolvedOrders> {
  const directory = await createDirectory(context, allowUnlisted)
  const orders: BatchOrder[] = []
  const problems: BatchProblem[] = []
  for (const row of rows) {
    try {
      orders.push(await resolveOrder(directory, row))
    } catch (error) {
      problems.push({ line: row.line, message: describeProblem(error) })
    }
  }
  return { orders, problems: [...problems, ...checkDependencies(rows, ids), ...checkApprovals(orders)] }
}

async function createDirectory(context: Context, allowUnlisted: boolean): Promise<Directory> {
  const tokens = await context.tokens()
  const accounts = await context.accounts()
  return {
    account: remember(async (word: string | undefined) => {
      const { name, address } = word === undefined ? await chooseAccount(context) : await accounts.find(word)
      return { name, address }
    }),
    token: remember((network: NetworkName, word: string) => tokens.resolve(network, word, allowUnlisted)),
  }
}

/** Looks up the same words once; a failure is kept too. */
function remember<A extends readonly (string | undefined)[], T>(
  find: (...words: A) => Promise<T>,
): (...words: A) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (...words) => {
    const key = JSON.stringify(words)
    const found = known.get(key) ?? find(...words)
    known.set(key, found)
    return found
  }
}

async function resolveOrder({ account: findAccount, token }: Directory, row: ParsedRow): Promise<BatchOrder> {
  const { name } = row.network
  const [sell, buy] = [await token(name, row.sell), await token(name, row.buy)]
  if (sell.address === buy.address) throw fail('SAME_TOKEN', { token: sell.symbol })
  const account = await findAccount(row.account)
  const { minimumOut } = row
  return {
    id: row.id,
    line: row.line,
    network: name,
    account,
    sell,
    buy,
    amount: toOrderAmount(row.amount, sell),
    minimumOut: minimumOut === undefined ? undefined : toRaw(minimumOut, buy),
    slippage: row.slippage,
    maxImpact: row.maxImpact,
    to: row.to ?? account.address,
    approve: row.approve,
    after: row.after,
    notBefore: row.notBefore,
    deadlineSeconds: row.deadlineSeconds,
    note: row.note,
  }
}

function toOrderAmount(parsed: ParsedAmount, token: Token): OrderAmount {
  if (parsed.kind === 'share') return { share: parsed.of }
  return parsed.kind === 'max' ? { share: ppm(1_000_000) } : { raw: toRaw(parsed, token) }
}

function toRaw(parsed: ParsedAmount, token: Token): Amount {
  if (parsed.kind === 'raw') return parsed.raw
  return unitsToRaw(parsed.kind === 'units' ? parsed.text : '', token)
}

/** Each id is there once, also among rows that are wrong in another way. */
export function checkIds(rows: readonly RowWords[]): readonly BatchProblem[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ words: { id }, line }) => {
    const before = id === undefined ? undefined : first.get(id)
    if (id !== undefined && before === undefined) first.set(id, line)
    return before === undefined ? [] : [{ line, message: `the id ${id} is that of line ${before}` }]
  })
}

/** @param ids of all rows, also of those that are wrong in another way */
function checkDependencies(rows: readonly ParsedRow[], ids: ReadonlySet<string>): readonly BatchProblem[] {
  const unknown = rows.flatMap(({ after, line }) =>
    after.filter((id) => !ids.has(id)).map((id) => ({ line, message: `after: there is no row ${id}` })),
  )
  const known = new Set(rows.map(({ id }) => id))
  const inner = rows.map((row) => ({ ...row, after: row.after.filter((id) => known.has(id)) }))
  if (sortByDependency(inner) !== undefined) return unknown
  const cycle = findCycle(inner)
  return [
    ...unknown,
    ...cycle.map(({ line, id }) => ({ line, message: `after: ${id} waits for itself, by the rows it names` })),
  ]
}

/** The rows that wait for themselves: the others are left out until none can be. */
function findCycle(rows: readonly ParsedRow[]): readonly ParsedRow[] {
  let left = rows
  for (;;) {
    const ids = new Set(left.map(({ id }) => id))
    const needed = new Set(left.flatMap(({ after }) => after))
    const inside = left.filter(({ id, after }) => needed.has(id) && after.some((one) => ids.has(one)))
    if (inside.length === left.length) return left
    left = inside
  }
}

/** An exact approval of one row would replace that of another, so one way of approving serves a whole lane. */
function checkApprovals(orders: readonly BatchOrder[]): readonly BatchProblem[] {
  const first = new Map<string, BatchOrder>()
  return orders.flatMap((order) => {
    const key = `${laneOf(order)}:${order.sell.address}`
    const before = first.get(key) ?? order
    first.set(key, before)
    if (before.approve === order.approve) return []
    const message = `approve: ${order.approve}, but line ${before.line} of the same account and token says ${before.approve}`
    return [{ line: order.line, message }]
  })
}
