import { getField, type RpcAnswer, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { parsePrice } from '#chain/rpc/values'
import type { Network } from '#domain/network'
import type { GasFees } from '#domain/payload'
import { type Wei, wei } from '#domain/units'
import type { Head } from './head.ts'

/** What a transaction should offer, and the price per gas it is expected to pay. */
export interface FeeEstimate {
  readonly fees: GasFees
  readonly expected: Wei
}

/** The blocks up to the head whose tips count. */
const tipBlocks = 10
/** Some more, as the history may end a few blocks after the head. */
const feeHistoryBlocks = tipBlocks + 4
/** 0.001 gwei: miners may ignore a transaction below it even if blocks are not full. */
const usualMinTip = wei(1_000_000n)

/** Asks for both kinds of fee: only the head tells which one the chain has. */
export const feeCalls = (block: number | 'latest'): RpcCall[] => [
  rpcCall('eth_feeHistory', toQuantity(feeHistoryBlocks), block === 'latest' ? block : toQuantity(block), [50]),
  rpcCall('eth_gasPrice'),
]

/**
 * With a base fee: the tip is the median tip of the ten newest blocks' median transactions, and the max fee lets the base
 * fee double. Without one: the node's gas price.
 * @throws EndpointFault if the node returns neither.
 */
export function estimateFees(
  { minTip = usualMinTip }: Pick<Network, 'minTip'>,
  head: Head,
  answers: readonly (RpcAnswer | undefined)[],
): FeeEstimate {
  const [history, price] = answers.map((answer) => (answer !== undefined && 'result' in answer ? answer.result : null))
  if (head.baseFee === undefined) {
    const gasPrice = wei(parsePrice(price))
    return { fees: { type: 0, gasPrice }, expected: gasPrice }
  }
  const known = countBlocksUpTo(head, history)
  const baseFee = parseNextBaseFee(history, known) ?? head.baseFee
  const seen = computeMedianTip(history, known) ?? (typeof price === 'string' ? parsePrice(price) - baseFee : 0n)
  const tip = seen > minTip ? seen : minTip
  return {
    fees: { type: 2, maxFeePerGas: wei(2n * baseFee + tip), maxPriorityFeePerGas: wei(tip) },
    expected: wei(baseFee + tip),
  }
}

/**
 * The fees by what several endpoints tell. A tip, or a price without a base fee, is paid in full, so it is the median of them,
 * and of two the lower one: no endpoint alone has it raised. Of a base fee only as much is paid as the block asks for, so the
 * room for it is the median and, of two, the larger one: one that lags does not keep a transaction out of its block.
 * @param told of each endpoint that answers; at least one
 */
export function agreeOnFees(told: readonly GasFees[]): GasFees {
  const priced = told.flatMap((fees) => (fees.type === 2 ? [fees] : []))
  if (2 * priced.length < told.length || priced.length === 0)
    return { type: 0, gasPrice: wei(lowerMedian(told.flatMap((fees) => (fees.type === 0 ? [fees.gasPrice] : [])))) }
  const tip = lowerMedian(priced.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas))
  const rooms = priced.map(({ maxFeePerGas, maxPriorityFeePerGas }) => maxFeePerGas - maxPriorityFeePerGas)
  const room = -lowerMedian(rooms.map((one) => -one))
  return { type: 2, maxFeePerGas: wei(room + tip), maxPriorityFeePerGas: wei(tip) }
}

const lowerMedian = (values: readonly bigint[]): bigint =>
  [...values].sort((a, b) => (a < b ? -1 : 1))[(values.length - 1) >> 1] ?? 0n

/**
 * How many of the listed blocks are no later than the head: a block may come between the answers of one batch, and equal
 * requests at a block have one gas price. All of them if the history does not say where it begins, or ends before the head.
 */
function countBlocksUpTo({ number }: Head, history: unknown): number {
  const oldest: unknown = getField(history, 'oldestBlock')
  const count = typeof oldest === 'string' ? number - Number(oldest) + 1 : Number.NaN
  return count > 0 ? count : Number.POSITIVE_INFINITY
}

/** `eth_feeHistory` lists the base fee of every block, and of the one after the last. */
function parseNextBaseFee(history: unknown, known: number): bigint | undefined {
  const listed = getField(history, 'baseFeePerGas')
  const next: unknown = Array.isArray(listed) ? (listed[known] ?? listed.at(-1)) : undefined
  return typeof next === 'string' ? parsePrice(next) : undefined
}

/** Empty blocks report a tip of 0 that was never paid. */
function computeMedianTip(history: unknown, known: number): bigint | undefined {
  const [rewards, ratios] = [getField(history, 'reward'), getField(history, 'gasUsedRatio')]
  if (!Array.isArray(rewards)) return undefined
  const isEmpty = (i: number): boolean => Array.isArray(ratios) && ratios[i] === 0
  const end = Math.min(known, rewards.length)
  const begin = Math.max(0, end - tipBlocks)
  const tips = rewards.slice(begin, end).flatMap((reward: unknown, i) => {
    const middle: unknown = Array.isArray(reward) ? reward[0] : undefined
    return typeof middle === 'string' && !isEmpty(begin + i) ? [parsePrice(middle)] : []
  })
  tips.sort((a, b) => (a < b ? -1 : 1))
  return tips[tips.length >> 1]
}
