import { transferTopic } from '#domain/calls/event-topics'
import { addressWord } from '#domain/calls/words'
import type { Receipt } from '#domain/chain/port'
import { type Address, type Amount, amount, nativeToken } from '#domain/units'
import { wordLength } from './words.ts'

/** keccak-256 of Withdrawal(address,uint256): WETH9. */
const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

type Log = Receipt['logs'][number]
/** The event, and the accounts that it names. */
type Topics = readonly [string, ...(Address | undefined)[]]

/** The parts of one of our swaps that are needed to read its receipt. */
export interface ReceiptQuery {
  readonly router: Address
  /** The network's wrapped native token. */
  readonly wrapped: Address
  readonly tokenOut: Address
  readonly recipient: Address
  /** Where tokens pay for gas: the contract that takes them. What it takes and returns is no part of a swap. */
  readonly feeManager?: Address | undefined
}

/**
 * What a swap brought its recipient, by the logs of the tokens themselves: the router emits none.
 *
 * @returns in smallest units, what the recipient received minus what it sent; for native currency, what the router
 * unwrapped. `undefined` if no log says so. If a token's transfers move other amounts than they log, as rebasing ones
 * do, the result is off by that difference.
 */
export function readAmountOut({ logs }: Pick<Receipt, 'logs'>, swap: ReceiptQuery): Amount | undefined {
  if (swap.tokenOut === nativeToken) return sumUnwrapped(logs, swap)
  const fees = swap.feeManager && toTopic(swap.feeManager)
  const of = logs.filter(({ address, topics }) => address === swap.tokenOut && !topics.some((topic) => topic === fees))
  const came = sumAmounts(of, [transferTopic, undefined, swap.recipient])
  const gain = came - sumAmounts(of, [transferTopic, swap.recipient, undefined])
  return gain > 0n ? amount(gain) : undefined
}

/**
 * Whether the logs contain a payment of exactly this amount to a swap's recipient; of native currency, an unwrapping by the
 * router. What one swap among several brought is one such log.
 */
export function showsAmountOut({ logs }: Pick<Receipt, 'logs'>, paid: Amount, swap: ReceiptQuery): boolean {
  if (swap.tokenOut === nativeToken) return listUnwrapped(logs, swap).includes(paid)
  const of = logs.filter(({ address }) => address === swap.tokenOut)
  return listAmounts(of, [transferTopic, undefined, swap.recipient]).includes(paid)
}

function sumUnwrapped(logs: readonly Log[], query: UnwrappedQuery): Amount | undefined {
  const sum = listUnwrapped(logs, query).reduce((total, one) => total + one, 0n)
  return sum > 0n ? amount(sum) : undefined
}

type UnwrappedQuery = Pick<ReceiptQuery, 'router' | 'wrapped'>

/** What the router unwrapped, one amount each time. Some wrapped tokens log a burn in place of a withdrawal, some both. */
export function listUnwrapped(logs: readonly Log[], { router, wrapped }: UnwrappedQuery): readonly bigint[] {
  const of = logs.filter(({ address }) => address === wrapped)
  const withdrawn = listAmounts(of, [withdrawalTopic, router])
  return withdrawn.length > 0 ? withdrawn : listAmounts(of, [transferTopic, router, nativeToken])
}

/** The amounts in logs of exactly these topics; `undefined` matches any account. */
function listAmounts(logs: readonly Log[], [event, ...accounts]: Topics): readonly bigint[] {
  const topics: readonly (string | undefined)[] = [event, ...accounts.map((account) => account && toTopic(account))]
  const fits = (log: Log) =>
    log.topics.length === topics.length &&
    log.data.length === 2 + wordLength &&
    topics.every((topic, i) => topic === undefined || topic === log.topics[i])
  return logs.filter(fits).map(({ data }) => BigInt(data))
}

const sumAmounts = (logs: readonly Log[], topics: Topics): bigint =>
  listAmounts(logs, topics).reduce((sum, one) => sum + one, 0n)

const toTopic = (account: Address): string => `0x${addressWord(account)}`
