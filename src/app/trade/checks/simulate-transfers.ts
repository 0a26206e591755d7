import { getGasCap } from '#app/gas-limit'
import { approvalTopic, transferTopic } from '#domain/calls/event-topics'
import { readNativeBalance } from '#domain/calls/multicall3'
import type { Read } from '#domain/calls/reads'
import { addressWord, callData, uintAt } from '#domain/calls/words'
import type { AssumedState } from '#domain/chain/assumed-state'
import type { Chain, SimulatedCall } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Payload } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import { type Address, type Amount, type Hex, nativeToken, wei } from '#domain/units'
import { readBalance } from '#encoding/tokens/erc20'

/** Topics of other events, of EIP-721 and EIP-1155, that move tokens out of an account or allow it. */
const approvalForAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** The part of a chain that simulating a payload needs. */
export interface SimulationChain extends Pick<Chain, 'simulateCalls'> {
  readonly network: Pick<Network, 'multicall' | 'maxGas'>
}

/** The required effects of a payload that cannot be decoded here. */
export interface ExpectedTransfers {
  readonly quote: Quote
  readonly parties: { readonly from: Address; readonly to: Address }
  readonly minimumOut: Amount
}

/**
 * Simulates the payload of a foreign router and checks what it moves: at most the agreed amount of the input token
 * leaves the sender, nothing else of the sender's moves or is approved, and the recipient gets the minimum. A router
 * can behave in simulation and steal when it is paid, so it gets exact approvals only.
 *
 * @throws `SERVICE_PAYLOAD_MISMATCH`, `SIMULATION_FAILED`, also if no endpoint can simulate it.
 */
export async function checkSimulatedTransfers(
  chain: SimulationChain,
  watched: ExpectedTransfers,
  payload: Payload,
  assumed: AssumedState = {},
): Promise<void> {
  const { quote, parties, minimumOut } = watched
  const { sell, buy, sellAmount } = quote.request
  requireEqual('to', quote.router, payload.to)
  requireEqual('from', parties.from, payload.from)
  requireEqual('chainId', quote.chainId, payload.chainId)
  requireEqual<bigint>('value', sell === nativeToken ? sellAmount : 0n, payload.value)
  const maxGas = getGasCap(chain.network)
  if (payload.gasLimit > maxGas) throw mismatchFailure('gasLimit', `at most ${maxGas}`, String(payload.gasLimit))

  const looks = [toBalanceRead(chain, sell, parties.from), toBalanceRead(chain, buy, parties.to)]
  const look = looks.map(({ to, data }) => ({ from: parties.from, to, data, value: wei(0n) }))
  const seen = await chain.simulateCalls([...look, payload, ...look], assumed)
  if (seen === undefined) throw transferFailure('no endpoint can try it (eth_simulateV1): give another with --rpc-url')
  const [soldBefore, boughtBefore, tried, soldAfter, boughtAfter] = seen
  if (tried?.ok !== true) throw transferFailure('it reverts')

  const spent = decodeBalance(soldBefore) - decodeBalance(soldAfter)
  const got = decodeBalance(boughtAfter) - decodeBalance(boughtBefore)
  if (spent > sellAmount) throw transferFailure(`it takes ${spent} of the sold token, not ${sellAmount}`)
  if (got < minimumOut) throw transferFailure(`it brings ${got} of the bought token, not ${minimumOut}`)
  for (const log of tried.logs) checkLog(log, { owner: parties.from, sell, router: quote.router })
}

/** Reads the native balance through Multicall3, so that one simulation covers everything. */
function toBalanceRead(
  { network }: SimulationChain,
  token: Address,
  owner: Address,
): Pick<Read<unknown>, 'to' | 'data'> {
  if (token !== nativeToken) return readBalance(token, owner)
  return readNativeBalance(network.multicall, owner)
}

function decodeBalance(answer: SimulatedCall | undefined): bigint {
  if (answer?.ok !== true || answer.data.length !== 66) throw transferFailure('a balance cannot be read')
  return uintAt(answer.data, 0)
}

interface LogRules {
  readonly owner: Address
  readonly sell: Address
  readonly router: Address
}

/** Checks tokens' own events: any other transfer or approval of the owner's tokens is refused. */
function checkLog({ address, topics }: SimulatedCall['logs'][number], { owner, sell, router }: LogRules): void {
  const [event, first, second] = topics
  const self = topicOf(owner)
  if (event === transferTopic && first === self && address !== sell)
    throw transferFailure(`it takes of the token ${address}`)
  const isOfUse = address === sell && second === topicOf(router)
  if (event === approvalTopic && first === self && !isOfUse)
    throw transferFailure(`it approves the token ${address} to others`)
  if (event === approvalForAll && first === self) throw transferFailure(`it approves all of ${address}`)
  if ((event === transferSingle || event === transferBatch) && second === self)
    throw transferFailure(`it takes of the tokens ${address}`)
}

const topicOf = (account: Address): Hex => callData(`0x${addressWord(account)}`)

function requireEqual<T extends string | bigint | number>(field: string, expected: T, actual: T): void {
  if (expected !== actual) throw mismatchFailure(field, String(expected), String(actual))
}

const mismatchFailure = (field: string, expected: string, actual: string) =>
  fail('SERVICE_PAYLOAD_MISMATCH', { field, expected, actual })
const transferFailure = (reason: string) => fail('SIMULATION_FAILED', { reason })
