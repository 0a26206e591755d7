import type { Endpoint } from '#chain/rpc/endpoint'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import { rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import type { InnerCall } from '#chain/rpc/multicall'
import { parseBigint, parseBytes, requireResult } from '#chain/rpc/values'
import { readNativeBalance } from '#domain/calls/multicall3'
import { uintAt } from '#domain/calls/words'
import type { Address, Hex, Wei } from '#domain/units'
import { hex, wei } from '#domain/units'

/** Calls in addition to the pools, sent in the same batch. */
export interface Extras {
  readonly reads: readonly InnerCall[]
  readonly balances: readonly Address[]
}

export interface ExtraAnswers {
  readonly answers: readonly Hex[]
  readonly balances: readonly Wei[]
}

/** Reads and balances as inner calls of Multicall3. */
export const toInnerCalls = (multicall: Address, { reads, balances }: Extras): readonly InnerCall[] => [
  ...reads,
  ...balances.map((account) => readNativeBalance(multicall, account)),
]

/** Splits the answers to `toInnerCalls` into reads and balances. @throws EndpointFault if a balance is missing. */
export function splitExtraAnswers({ reads }: Extras, answers: readonly Hex[]): ExtraAnswers {
  const balances = answers.slice(reads.length).map((answer) => {
    if (answer.length !== 66) throw new EndpointFault('returns no balance')
    return wei(uintAt(answer, 0))
  })
  return { answers: answers.slice(0, reads.length), balances }
}

/** The same calls one by one, for a chain without Multicall3. */
export async function askOneByOne(
  endpoint: Pick<Endpoint, 'ask'>,
  extras: Extras,
  block: number,
): Promise<ExtraAnswers> {
  const { reads, balances } = extras
  const answers = await endpoint.ask([
    ...reads.map(({ to, data }) => rpcCall('eth_call', { to, data }, toQuantity(block))),
    ...balances.map((account) => rpcCall('eth_getBalance', account, toQuantity(block))),
  ])
  return {
    answers: answers.slice(0, reads.length).map((one) => ('result' in one ? parseBytes(one.result) : hex('0x'))),
    balances: answers.slice(reads.length).map((one) => wei(parseBigint(requireResult(one)))),
  }
}
