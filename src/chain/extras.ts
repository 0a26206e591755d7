import type { Address, Hex, Wei } from '#domain/units'
import { hex, wei } from '#domain/units'
import { uintAt } from '#domain/words'
import { bigOf, hexOf, resultOf } from './answer.ts'
import { chunks, type Endpoint } from './endpoint.ts'
import { EndpointFault } from './endpoint-fault.ts'
import { call, quantity, type RpcAnswer, type RpcCall } from './json-rpc.ts'
import type { InnerCall, Stamp } from './multicall.ts'
import { balanceCall, decodeStamped, encodeStamped } from './multicall.ts'

/** Questions besides the pools, which ride along. */
export interface Extras {
  readonly reads: readonly InnerCall[]
  readonly balances: readonly Address[]
}

export interface ExtraAnswers {
  readonly answers: readonly Hex[]
  readonly balances: readonly Wei[]
}

/** Calls in one `aggregate3`: about 100 kB of answer words at most. */
const perAggregate = 300

const blockTag = (block: number | 'latest'): string => (block === 'latest' ? block : quantity(block))

/** The calls that ask `inner` through Multicall3. */
export const aggregateCalls = (
  multicall: Address,
  inner: readonly InnerCall[],
  block: number | 'latest',
): readonly RpcCall[] =>
  chunks(inner, perAggregate).map((part) =>
    call('eth_call', { to: multicall, data: encodeStamped(multicall, part) }, blockTag(block)),
  )

/**
 * What was answered to `aggregateCalls`; `undefined` where there is no Multicall3 at its address.
 * @throws EndpointFault when the node or the contract answers something else.
 */
export function aggregateAnswers(
  count: number,
  answers: readonly RpcAnswer[],
): { readonly stamps: readonly Stamp[]; readonly answers: readonly Hex[] } | undefined {
  const sizes = chunks(Array.from({ length: count }), perAggregate).map((part) => part.length)
  const texts = sizes.map((_, i) => hexOf(resultOf(answers[i])))
  if (texts.includes(hex('0x'))) return undefined
  const parts = texts.map((text, i) => decodeStamped(text, sizes[i] ?? 0))
  return { stamps: parts.map(({ stamp }) => stamp), answers: parts.flatMap((part) => part.answers) }
}

/** Reads and balances as inner calls of Multicall3. */
export const innerCalls = (multicall: Address, { reads, balances }: Extras): readonly InnerCall[] => [
  ...reads,
  ...balances.map((account) => balanceCall(multicall, account)),
]

/** Sorts the answers to `innerCalls` back. @throws EndpointFault where a balance is missing. */
export function extraAnswers({ reads }: Extras, answers: readonly Hex[]): ExtraAnswers {
  const balances = answers.slice(reads.length).map((answer) => {
    if (answer.length !== 66) throw new EndpointFault('gives no balance')
    return wei(uintAt(answer, 0))
  })
  return { answers: answers.slice(0, reads.length), balances }
}

/** The same questions one by one, for a chain without Multicall3. */
export async function askSingly(endpoint: Pick<Endpoint, 'ask'>, extras: Extras, block: number): Promise<ExtraAnswers> {
  const { reads, balances } = extras
  const answers = await endpoint.ask([
    ...reads.map(({ to, data }) => call('eth_call', { to, data }, quantity(block))),
    ...balances.map((account) => call('eth_getBalance', account, quantity(block))),
  ])
  return {
    answers: answers.slice(0, reads.length).map((one) => ('result' in one ? hexOf(one.result) : hex('0x'))),
    balances: answers.slice(reads.length).map((one) => wei(bigOf(resultOf(one)))),
  }
}
