/**
 * Recorded swaps of an ERC-4626 buffer, whose state is a rate as the wrapper returns it: cut off after its last digit.
 */
import { type BufferDirection, computeBufferIn, computeBufferOut } from '#protocols/balancer-v3/buffer'
import { number, type RecordedPool, type Swap, tradeWords } from './balancer-recording.ts'
import type { Answer } from './finding.ts'

/** The last block of a chain at which a recorded vault still kept no units back: Sepolia had one before the release. */
const lastWithoutMargin: Readonly<Record<string, number>> = { 11155111: 5_955_145 }

/** The wrapper's own rate lies between the recorded one and one more in the last digit. */
export function answerBuffer(pool: RecordedPool, swap: Swap): Answer {
  const wrapper = pool.tokens[0] as string
  const direction: BufferDirection = swap.tokenIn.toLowerCase() === wrapper.toLowerCase() ? 'unwrap' : 'wrap'
  const margin = Number(pool.blockNumber) <= (lastWithoutMargin[pool.chainId] ?? 0) ? 0n : 1n
  const answerAt = (numerator: bigint, denominator: bigint) => {
    const answer = swap.swapKind === 0 ? computeBufferOut : computeBufferIn
    return answer({ numerator, denominator }, direction, number(swap.amountRaw), margin)
  }
  const rate = number(pool['rate'])
  const ends = [answerAt(rate, 1n), answerAt((rate + 1n) * fine - 1n, fine)] as const
  const [min, max] = ends[0] < ends[1] ? ends : [ends[1], ends[0]]
  return { trade: tradeWords(swap), recorded: number(swap.outputRaw), ours: min === max ? min : [min, max] }
}

const fine = 10n ** 18n
