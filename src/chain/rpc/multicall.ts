import { multicall3Selectors } from '#domain/calls/multicall3'
import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, evm, type Hex, hex, noBytes } from '#domain/units'
import { EndpointFault } from './endpoint-fault.ts'

/** One call through Multicall3; it may fail without the others. */
export interface InnerCall {
  readonly to: Address
  readonly data: Hex
}

/** The block a call was answered at, as the chain itself reports it. */
export interface BlockStamp {
  readonly number: number
  readonly time: number
}

/** `arbBlockNumber()` */
const arbBlockNumber: Hex = hex('0xa3b1b31d')
/** Arbitrum's system contract: NUMBER is the parent chain's there. */
const arbSys = evm('0x0000000000000000000000000000000000000064')

/**
 * A call that fails unless much gas is left, by its price, and computes nothing: a power modulo zero (precompile 5) of
 * 512 bytes, which costs between 348,000 (EIP-2565) and 2,090,000 (EIP-7883).
 */
const gasTest: InnerCall = {
  to: evm('0x0000000000000000000000000000000000000005'),
  data: hex(`0x${word(0)}${word(32)}${word(512)}${'f'.repeat(64)}`),
}

/**
 * `aggregate3` over the calls, preceded by calls for the block's number and time and followed by one that tells whether
 * there was gas enough for all.
 */
export function encodeStamped(multicall: Address, calls: readonly InnerCall[]): Hex {
  return encodeAggregate([
    { to: multicall, data: callData(multicall3Selectors.getBlockNumber) },
    { to: multicall, data: callData(multicall3Selectors.getCurrentBlockTimestamp) },
    { to: arbSys, data: arbBlockNumber },
    ...calls,
    gasTest,
  ])
}

export interface StampedAnswers {
  readonly stamp: BlockStamp
  readonly answers: readonly Hex[]
  /** Every call had gas for all that a read may need. False, too, on a chain without the precompile. */
  readonly hadGas: boolean
}

/** @throws EndpointFault if the answer is not Multicall3's answer to `count` calls. */
export function decodeStamped(answer: Hex, count: number): StampedAnswers {
  try {
    const [number, time, own, ...answers] = decodeAggregate(answer)
    const last = answers.pop()
    if (number === undefined || time === undefined || own === undefined || answers.length !== count)
      throw new RangeError(`${answers.length} answers to ${count} calls`)
    const height = uintAt(own.length === 66 ? own : number, 0)
    const stamp = { number: Number(height), time: Number(uintAt(time, 0)) }
    return { stamp, answers, hadGas: last !== undefined && last !== noBytes }
  } catch (cause) {
    throw new EndpointFault('returns an answer that Multicall3 would not give', { cause })
  }
}

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` with failures allowed. */
export function encodeAggregate(calls: readonly InnerCall[]): Hex {
  let offset = 32 * calls.length
  const offsets: string[] = []
  const tuples: string[] = []
  for (const { to, data } of calls) {
    const tuple = `${addressWord(to)}${word(1)}${word(96)}${encodeBytes(data)}`
    offsets.push(word(offset))
    tuples.push(tuple)
    offset += tuple.length / 2
  }
  return callData(multicall3Selectors.aggregate3, word(32), word(calls.length), ...offsets, ...tuples)
}

/** `(bool success, bytes returnData)[]`; `0x` for a failed call. @throws RangeError if it is cut short. */
export function decodeAggregate(answer: Hex): Hex[] {
  const list = resolveOffset(answer, 0, 0)
  const count = Number(uintAt(answer, list))
  if (count > answer.length / 64) throw new RangeError('more answers than there is room for')
  return Array.from({ length: count }, (_, i) => {
    const tuple = resolveOffset(answer, list + 1, i)
    if (uintAt(answer, tuple) === 0n) return noBytes
    const bytes = resolveOffset(answer, tuple, 1)
    const length = Number(uintAt(answer, bytes))
    const start = 2 + 64 * (bytes + 1)
    if (start + 2 * length > answer.length) throw new RangeError('the answer is cut short')
    return `0x${answer.slice(start, start + 2 * length)}` as Hex
  })
}

/** The word that the offset in word `base + index` points at, counted from `base`. */
function resolveOffset(answer: Hex, base: number, index: number): number {
  const offset = uintAt(answer, base + index)
  if (offset % 32n !== 0n || offset > BigInt(answer.length)) throw new RangeError('an offset points nowhere')
  return base + Number(offset) / 32
}

function encodeBytes(data: Hex): string {
  const digits = data.slice(2)
  return word(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}
