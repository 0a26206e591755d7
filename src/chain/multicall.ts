import { type Address, evm, type Hex } from '#domain/units'
import { addressWord, callData, uintAt, word } from '#domain/words'
import { EndpointFault } from './endpoint-fault.ts'

/** One call through Multicall3; it may fail without the others. */
export interface InnerCall {
  readonly to: Address
  readonly data: Hex
}

/** The block a call was answered at, by the chain's own word. */
export interface Stamp {
  readonly number: number
  readonly time: number
}

const selectors = {
  aggregate3: '0x82ad56cb',
  getBlockNumber: '0x42cbb15c',
  getCurrentBlockTimestamp: '0x0f28c97d',
  getEthBalance: '0x4d2301cc',
  arbBlockNumber: '0xa3b1b31d',
} as const
/** Arbitrum's system contract: NUMBER is the parent chain's there. */
const arbSys = evm('0x0000000000000000000000000000000000000064')

/** `getEthBalance(address)` of Multicall3. */
export const balanceCall = (multicall: Address, account: Address): InnerCall => ({
  to: multicall,
  data: callData(selectors.getEthBalance, addressWord(account)),
})

/** `aggregate3` over the calls, with the block's number and time asked first. */
export function encodeStamped(multicall: Address, calls: readonly InnerCall[]): Hex {
  return encodeAggregate([
    { to: multicall, data: selectors.getBlockNumber as Hex },
    { to: multicall, data: selectors.getCurrentBlockTimestamp as Hex },
    { to: arbSys, data: selectors.arbBlockNumber as Hex },
    ...calls,
  ])
}

/** @throws EndpointFault when the answer is not that of Multicall3 to `count` calls. */
export function decodeStamped(answer: Hex, count: number): { stamp: Stamp; answers: readonly Hex[] } {
  try {
    const [number, time, own, ...answers] = decodeAggregate(answer)
    if (number === undefined || time === undefined || own === undefined || answers.length !== count)
      throw new RangeError(`${answers.length} answers to ${count} calls`)
    const height = uintAt(own.length === 66 ? own : number, 0)
    return { stamp: { number: Number(height), time: Number(uintAt(time, 0)) }, answers }
  } catch (cause) {
    throw new EndpointFault('gives an answer that Multicall3 would not give', { cause })
  }
}

/** `aggregate3((address target, bool allowFailure, bytes callData)[])` with failures allowed. */
export function encodeAggregate(calls: readonly InnerCall[]): Hex {
  let offset = 32 * calls.length
  const offsets: string[] = []
  const tuples: string[] = []
  for (const { to, data } of calls) {
    const tuple = `${addressWord(to)}${word(1)}${word(96)}${bytesWords(data)}`
    offsets.push(word(offset))
    tuples.push(tuple)
    offset += tuple.length / 2
  }
  return callData(selectors.aggregate3, word(32), word(calls.length), ...offsets, ...tuples)
}

/** `(bool success, bytes returnData)[]`; `0x` for a call that failed. @throws RangeError when it is cut short. */
export function decodeAggregate(answer: Hex): Hex[] {
  const list = place(answer, 0, 0)
  const count = Number(uintAt(answer, list))
  if (count > answer.length / 64) throw new RangeError('more answers than there is room for')
  return Array.from({ length: count }, (_, i) => {
    const tuple = place(answer, list + 1, i)
    if (uintAt(answer, tuple) === 0n) return '0x' as Hex
    const bytes = place(answer, tuple, 1)
    const length = Number(uintAt(answer, bytes))
    const start = 2 + 64 * (bytes + 1)
    if (start + 2 * length > answer.length) throw new RangeError('the answer is cut short')
    return `0x${answer.slice(start, start + 2 * length)}` as Hex
  })
}

/** The word that the offset in word `base + index` points at, counted from `base`. */
function place(answer: Hex, base: number, index: number): number {
  const offset = uintAt(answer, base + index)
  if (offset % 32n !== 0n || offset > BigInt(answer.length)) throw new RangeError('an offset points nowhere')
  return base + Number(offset) / 32
}

function bytesWords(data: Hex): string {
  const digits = data.slice(2)
  return word(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}
