/** The rows of a batch: what a file asks for, in units. */
import type { Token } from '#domain/token'
import type { SwapRequest } from '#domain/trade/trader'
import type { Address, Amount, NetworkName, Ppm, Seconds } from '#domain/units'

/** How much a row sells: an amount, or a part of what the account can spend when the row's turn comes. */
export type OrderAmount = { readonly raw: Amount } | { readonly share: Ppm }

/** One row. Settings that the row leaves out are resolved already, so that a resumed run cannot mean something else. */
export interface BatchOrder {
  /** The user's own name for it, unique in its batch. */
  readonly id: string
  /** Its line in the file, from 1. */
  readonly line: number
  readonly network: NetworkName
  readonly account: { readonly name: string; readonly address: Address }
  readonly sell: Token
  readonly buy: Token
  readonly amount: OrderAmount
  readonly minimumOut: Amount | undefined
  readonly slippage: Ppm
  readonly maxImpact: Ppm
  readonly to: Address
  /** `exact`: one approval of the sum of all rows of the lane that sell the token. Those rows all approve in one way. */
  readonly approve: SwapRequest['approve']
  /** Rows that have to be done before. */
  readonly after: readonly string[]
  /** The row waits until then. */
  readonly notBefore: Seconds | undefined
  /** Of its transaction, counted from its signature. */
  readonly deadlineSeconds: number
  readonly note: string | undefined
}

/** The limits of a whole run. */
export interface BatchLimits {
  /** Native currency of each network, in its smallest unit; approvals included. */
  readonly maxGas: Readonly<Record<string, bigint>>
  readonly onError: 'stop' | 'continue'
  /** With `continue`: the run stops once more rows than this have failed. */
  readonly maxFailures: number | undefined
}

/** Rows of one lane run one after the other; lanes run at the same time. */
export const laneOf = ({ network, account }: Pick<BatchOrder, 'network' | 'account'>): string =>
  `${network}:${account.address}`

/**
 * What a row asks for, member by member: two rows with equal words are the same order. Its line and its note are no
 * part of it. The journal binds the row's key to these words.
 */
export function describeOrder(order: BatchOrder): Readonly<Record<string, string>> {
  const { amount, minimumOut, notBefore, after } = order
  return {
    network: order.network,
    account: order.account.address,
    sell: order.sell.address,
    amount: 'raw' in amount ? String(amount.raw) : `${amount.share} ppm of the balance`,
    buy: order.buy.address,
    ...(minimumOut === undefined ? {} : { 'min-out': String(minimumOut) }),
    slippage: `${order.slippage} ppm`,
    'max-impact': `${order.maxImpact} ppm`,
    to: order.to,
    approve: order.approve,
    ...(after.length === 0 ? {} : { after: after.join(' ') }),
    ...(notBefore === undefined ? {} : { 'not-before': String(notBefore) }),
    deadline: `${order.deadlineSeconds} s`,
  }
}

/** How the rows of two batches differ: one sentence per difference, none if they ask for the same in the same order. */
export function compareOrders(before: readonly BatchOrder[], now: readonly BatchOrder[]): readonly string[] {
  const old = new Map(before.map((order) => [order.id, describeOrder(order)]))
  const fresh = new Map(now.map((order) => [order.id, describeOrder(order)]))
  const changed = [...fresh].flatMap(([id, words]) => {
    const was = old.get(id)
    return was === undefined ? [`${id} is new`] : compareWords(was, words).map((words) => `${id}: ${words}`)
  })
  const gone = [...old.keys()].filter((id) => !fresh.has(id)).map((id) => `${id} is gone`)
  const all = [...changed, ...gone]
  const isMoved = all.length === 0 && before.some(({ id }, i) => now[i]?.id !== id)
  return isMoved ? ['the rows are in another order'] : all
}

const compareWords = (before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name} was ${before[name] ?? 'not given'}, now ${now[name] ?? 'not given'}`)

/**
 * The rows in an order in which each comes after those it waits for, otherwise as in the file. Lanes that follow this
 * order can never wait for each other.
 * @returns `undefined` if some rows wait for each other
 */
export function sortByDependency<T extends Pick<BatchOrder, 'id' | 'after'>>(
  orders: readonly T[],
): readonly T[] | undefined {
  const sorted: T[] = []
  const placed = new Set<string>()
  let left = [...orders]
  while (left.length > 0) {
    const waiting: T[] = []
    for (const order of left) {
      if (order.after.every((id) => placed.has(id))) {
        sorted.push(order)
        placed.add(order.id)
      } else waiting.push(order)
    }
    if (waiting.length === left.length) return undefined
    left = waiting
  }
  return sorted
}
