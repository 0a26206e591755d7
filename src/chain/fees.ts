import type { GasFees } from '#domain/payload'
import { type Wei, wei } from '#domain/units'
import { priceOf } from './answer.ts'
import type { Head } from './head.ts'
import { call, field, quantity, type RpcAnswer, type RpcCall } from './json-rpc.ts'

/** What a transaction should offer, and the price per gas it is expected to pay. */
export interface FeeView {
  readonly fees: GasFees
  readonly expected: Wei
}

const blocksSeen = 10
/** 0.001 gwei: below it miners may leave a transaction although blocks are not full. */
const leastTip = 1_000_000n
/** Arbitrum's sequencer orders by arrival and takes no tip. */
const tipless: ReadonlySet<number> = new Set([42161, 42170, 421614])

/** Both kinds are asked: only the head tells which of them the chain has. */
export const feeCalls = (block: number | 'latest'): RpcCall[] => [
  call('eth_feeHistory', quantity(blocksSeen), block === 'latest' ? block : quantity(block), [50]),
  call('eth_gasPrice'),
]

/**
 * With a base fee: the tip is the median of what the last ten blocks' middle transactions gave, and the offer
 * leaves room for the base fee to double. Without one: the price the node names.
 * @throws EndpointFault where the node gives neither.
 */
export function feesFrom(chainId: number, head: Head, answers: readonly (RpcAnswer | undefined)[]): FeeView {
  const [history, price] = answers.map((answer) => (answer !== undefined && 'result' in answer ? answer.result : null))
  if (head.baseFee === undefined) {
    const gasPrice = wei(priceOf(price))
    return { fees: { type: 0, gasPrice }, expected: gasPrice }
  }
  const baseFee = nextBaseFee(history) ?? head.baseFee
  const least = tipless.has(chainId) ? 0n : leastTip
  const seen = medianTip(history) ?? (typeof price === 'string' ? priceOf(price) - baseFee : 0n)
  const tip = seen > least ? seen : least
  return {
    fees: { type: 2, maxFeePerGas: wei(2n * baseFee + tip), maxPriorityFeePerGas: wei(tip) },
    expected: wei(baseFee + tip),
  }
}

/** `eth_feeHistory` ends with the base fee of the block that is yet to come. */
function nextBaseFee(history: unknown): bigint | undefined {
  const listed = field(history, 'baseFeePerGas')
  const next: unknown = Array.isArray(listed) ? listed.at(-1) : undefined
  return typeof next === 'string' ? priceOf(next) : undefined
}

/** Empty blocks report a tip of 0 that nobody gave. */
function medianTip(history: unknown): bigint | undefined {
  const [rewards, ratios] = [field(history, 'reward'), field(history, 'gasUsedRatio')]
  if (!Array.isArray(rewards)) return undefined
  const isEmpty = (i: number): boolean => Array.isArray(ratios) && ratios[i] === 0
  const tips = rewards.flatMap((reward: unknown, i) => {
    const middle: unknown = Array.isArray(reward) ? reward[0] : undefined
    return typeof middle === 'string' && !isEmpty(i) ? [priceOf(middle)] : []
  })
  tips.sort((a, b) => (a < b ? -1 : 1))
  return tips[tips.length >> 1]
}
