import type { Receipt } from '#domain/ports'
import { type Address, type Amount, amount, nativeToken } from '#domain/units'
import { addressWord } from '#domain/words'
import { wordLength } from './words.ts'

/** keccak-256 of Transfer(address,address,uint256): EIP-20. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** keccak-256 of Withdrawal(address,uint256): WETH9. */
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

type Log = Receipt['logs'][number]

/** A swap of ours, as far as its receipt is read by it. */
export interface Bought {
  readonly router: Address
  /** The network's wrapped native token. */
  readonly wrapped: Address
  readonly tokenOut: Address
  readonly recipient: Address
}

/**
 * What a swap brought its recipient, by the logs of the tokens themselves: the router has none of its own.
 *
 * @returns in smallest units what came to the recipient less what left it; of native currency, what the router
 * unwrapped. `undefined` where no log says so. A token whose transfers move other amounts than they log, as rebasing
 * ones do, is off by as much.
 */
export function boughtFrom({ logs }: Pick<Receipt, 'logs'>, swap: Bought): Amount | undefined {
  if (swap.tokenOut === nativeToken) return unwrapped(logs, swap)
  const of = logs.filter(({ address }) => address === swap.tokenOut)
  const came = total(of, [transfer, undefined, swap.recipient])
  const gain = came - total(of, [transfer, swap.recipient, undefined])
  return gain > 0n ? amount(gain) : undefined
}

/** Some wrapped tokens log a burn in place of a withdrawal, some both. */
function unwrapped(logs: readonly Log[], { router, wrapped }: Bought): Amount | undefined {
  const of = logs.filter(({ address }) => address === wrapped)
  const sum = total(of, [withdrawal, router]) || total(of, [transfer, router, nativeToken])
  return sum > 0n ? amount(sum) : undefined
}

/** Of the amounts in logs of exactly these topics; `undefined` is any account. */
function total(logs: readonly Log[], [event, ...accounts]: readonly [string, ...(Address | undefined)[]]): bigint {
  const topics: readonly (string | undefined)[] = [event, ...accounts.map((account) => account && topicOf(account))]
  const fits = (log: Log) =>
    log.topics.length === topics.length &&
    log.data.length === 2 + wordLength &&
    topics.every((topic, i) => topic === undefined || topic === log.topics[i])
  return logs.filter(fits).reduce((sum, { data }) => sum + BigInt(data), 0n)
}

const topicOf = (account: Address): string => `0x${addressWord(account)}`
