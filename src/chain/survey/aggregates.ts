/**
 * Reads through Multicall3. A contract that burns all gas it is given must not hide the others: what an aggregate could
 * not answer for want of gas is asked again in small parts, and at last call by call.
 */
import { type Endpoint, toChunks } from '#chain/rpc/endpoint'
import { type RpcAnswer, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { type BlockStamp, decodeStamped, encodeStamped, type InnerCall } from '#chain/rpc/multicall'
import { isOutOfGas } from '#chain/rpc/revert-data'
import { parseBytes, requireResult } from '#chain/rpc/values'
import { type Address, type Hex, hex, noBytes } from '#domain/units'

/** Calls in one `aggregate3`: at most about 100 kB of answer words. */
const maxAggregateCalls = 300

/** Calls in one part of an aggregate that ran out of gas. */
const partCalls = 16

/**
 * What a call asked alone may spend, and how many are sent in one post: a contract that answers with as many bytes as it
 * can pay for then sends less than an endpoint's answer may have.
 */
const [aloneGas, alonePerPost] = [3_000_000, 4]

type CallBatcher = Pick<Endpoint, 'ask'>

/** The calls that send `inner` through Multicall3. */
export const toAggregateCalls = (
  multicall: Address,
  inner: readonly InnerCall[],
  block: number | 'latest',
): readonly RpcCall[] =>
  toChunks(inner, maxAggregateCalls).map((part) =>
    rpcCall('eth_call', { to: multicall, data: encodeStamped(multicall, part) }, blockTag(block)),
  )

export interface AggregateAnswers {
  /** One for each aggregate that was answered whole. */
  readonly stamps: readonly BlockStamp[]
  /** `0x` for a failed call. */
  readonly answers: readonly Hex[]
}

/** What `toAggregateCalls` asked, and the block to ask at for what is missing. */
export interface SentAggregates {
  readonly multicall: Address
  readonly inner: readonly InnerCall[]
  readonly answers: readonly RpcAnswer[]
  readonly block: number
}

/**
 * The answers to all inner calls; `undefined` if there is no Multicall3 at its address.
 * @throws EndpointFault if the node or the contract answers anything else.
 */
export async function takeAggregates(
  endpoint: CallBatcher,
  asked: SentAggregates,
): Promise<AggregateAnswers | undefined> {
  const parts = toChunks(asked.inner, maxAggregateCalls)
  const taken = parts.map((part, i) => decodePart(asked.answers[i], part.length))
  if (taken.includes('absent')) return undefined
  const whole = await Promise.all(
    parts.map(async (part, i) => {
      const one = taken[i]
      if (typeof one === 'object') return one
      return { stamp: undefined, answers: await askInParts(endpoint, { ...asked, inner: part }) }
    }),
  )
  return {
    stamps: whole.flatMap(({ stamp }) => stamp ?? []),
    answers: whole.flatMap((one) => one.answers),
  }
}

/** Each call alone, without Multicall3. */
async function askAlone(endpoint: CallBatcher, inner: readonly InnerCall[], block: number): Promise<readonly Hex[]> {
  const posts = toChunks(inner, alonePerPost).map((part) =>
    endpoint.ask(
      part.map(({ to, data }) => rpcCall('eth_call', { to, data, gas: toQuantity(aloneGas) }, toQuantity(block))),
    ),
  )
  return (await Promise.all(posts)).flat().map((one) => ('result' in one ? parseBytes(one.result) : noBytes))
}

async function askInParts(
  endpoint: CallBatcher,
  { multicall, inner, block }: Omit<SentAggregates, 'answers'>,
): Promise<readonly Hex[]> {
  if (inner.length <= partCalls) return askAlone(endpoint, inner, block)
  const parts = toChunks(inner, partCalls)
  const answers = await endpoint.ask(parts.flatMap((part) => toAggregateCalls(multicall, part, block)))
  const taken = parts.map((part, i) => decodePart(answers[i], part.length))
  const whole = await Promise.all(
    parts.map(async (part, i) => {
      const one = taken[i]
      return typeof one === 'object' ? one.answers : askAlone(endpoint, part, block)
    }),
  )
  return whole.flat()
}

type DecodedPart = ReturnType<typeof decodeStamped>

function decodePart(answer: RpcAnswer | undefined, count: number): DecodedPart | 'absent' | 'short' {
  if (answer !== undefined && 'error' in answer && wantsGas(answer.error.message)) return 'short'
  const text = parseBytes(requireResult(answer))
  if (text === hex('0x')) return 'absent'
  const decoded = decodeStamped(text, count)
  return decoded.hadGas || !decoded.answers.includes(noBytes) ? decoded : 'short'
}

/** In the words of nodes that stop a call by time, not by gas, too. */
const wantsGas = (message: string): boolean =>
  isOutOfGas(message) || /execution (?:aborted|timeout)|timed? ?out/i.test(message)

const blockTag = (block: number | 'latest'): string => (block === 'latest' ? block : toQuantity(block))
