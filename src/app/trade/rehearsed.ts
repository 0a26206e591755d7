import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Payload } from '#domain/payload'
import type { Chain, Rehearsed } from '#domain/ports'
import type { Quote } from '#domain/quote'
import type { Read } from '#domain/reads'
import { type Address, type Amount, type Hex, nativeToken, wei } from '#domain/units'
import { addressWord, callData, uintAt } from '#domain/words'
import { gasLimitCap } from '#encoding/check-payload'
import { readBalance } from '#encoding/erc20'

/** Topics: keccak-256 of the events of EIP-20, EIP-721 (the same two), EIP-1155. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** As much of a chain as it takes to try a payload. */
export interface Rehearsing extends Pick<Chain, 'rehearse'> {
  readonly network: Pick<Network, 'multicall'>
}

/** What a payload that nobody here can read must come to. */
export interface Watched {
  readonly quote: Quote
  readonly parties: { readonly from: Address; readonly to: Address }
  readonly minimumOut: Amount
}

/**
 * Tries the payload of a router that is not ours and looks at what it moves: no more of the sold token than agreed
 * leaves the sender, nothing else of theirs leaves or is approved, and the recipient gets the minimum. A router can
 * behave while it is tried and steal when it is paid, so it is given an exact approval only.
 *
 * @throws `SERVICE_PAYLOAD_MISMATCH`, `REHEARSAL_FAILED`, also where no endpoint can try it.
 */
export async function checkRehearsed(chain: Rehearsing, watched: Watched, payload: Payload): Promise<void> {
  const { quote, parties, minimumOut } = watched
  const { sell, buy, sellAmount } = quote.request
  same('to', quote.router, payload.to)
  same('from', parties.from, payload.from)
  same('chainId', quote.chainId, payload.chainId)
  same<bigint>('value', sell === nativeToken ? sellAmount : 0n, payload.value)
  if (payload.gasLimit > gasLimitCap) throw mismatch('gasLimit', `at most ${gasLimitCap}`, String(payload.gasLimit))

  const looks = [balanceOf(chain, sell, parties.from), balanceOf(chain, buy, parties.to)]
  const look = looks.map(({ to, data }) => ({ from: parties.from, to, data, value: wei(0n) }))
  const seen = await chain.rehearse([...look, payload, ...look])
  if (seen === undefined) throw refused('no endpoint can try it (eth_simulateV1): give another with --rpc-url')
  const [soldBefore, boughtBefore, tried, soldAfter, boughtAfter] = seen
  if (tried?.ok !== true) throw refused('it reverts')

  const spent = balanceIn(soldBefore) - balanceIn(soldAfter)
  const got = balanceIn(boughtAfter) - balanceIn(boughtBefore)
  if (spent > sellAmount) throw refused(`it takes ${spent} of the sold token, not ${sellAmount}`)
  if (got < minimumOut) throw refused(`it brings ${got} of the bought token, not ${minimumOut}`)
  for (const log of tried.logs) checkLog(log, { owner: parties.from, sell, router: quote.router })
}

/** The network's own currency by the word of Multicall3, so that all is asked in one rehearsal. */
function balanceOf({ network }: Rehearsing, token: Address, owner: Address): Pick<Read<unknown>, 'to' | 'data'> {
  if (token !== nativeToken) return readBalance(token, owner)
  return { to: network.multicall, data: callData('0x4d2301cc', addressWord(owner)) } // getEthBalance(address)
}

function balanceIn(answer: Rehearsed | undefined): bigint {
  if (answer?.ok !== true || answer.data.length !== 66) throw refused('a balance cannot be read')
  return uintAt(answer.data, 0)
}

interface Owned {
  readonly owner: Address
  readonly sell: Address
  readonly router: Address
}

/** Tokens that say what they do: whatever else of the owner's moves or may be moved afterwards is refused. */
function checkLog({ address, topics }: Rehearsed['logs'][number], { owner, sell, router }: Owned): void {
  const [event, first, second] = topics
  const self = topicOf(owner)
  if (event === transfer && first === self && address !== sell) throw refused(`it takes of the token ${address}`)
  const isOfUse = address === sell && second === topicOf(router)
  if (event === approval && first === self && !isOfUse) throw refused(`it approves the token ${address} to others`)
  if (event === approvalForAll && first === self) throw refused(`it approves all of ${address}`)
  if ((event === transferSingle || event === transferBatch) && second === self)
    throw refused(`it takes of the tokens ${address}`)
}

const topicOf = (account: Address): Hex => callData(`0x${addressWord(account)}`)

function same<T extends string | bigint | number>(field: string, expected: T, actual: T): void {
  if (expected !== actual) throw mismatch(field, String(expected), String(actual))
}

const mismatch = (field: string, expected: string, actual: string) =>
  fail('SERVICE_PAYLOAD_MISMATCH', { field, expected, actual })
const refused = (reason: string) => fail('REHEARSAL_FAILED', { reason })
