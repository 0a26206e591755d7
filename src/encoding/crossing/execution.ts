/**
 * Calls that carry out a message of LayerZero on its destination, as they are checked before they are signed. Anyone may
 * make them: the endpoint keeps a message's hash, and a message is carried out once.
 */
import { addressWord, word } from '#domain/calls/words'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { decodeArguments, encodeArguments } from '#encoding/abi-arguments'
import { decodeAddress } from '#encoding/words'

/** lzReceive((uint32,bytes32,uint64),address,bytes32,bytes,bytes) */
const receiveSelector = '0x0c0c389e'
/** lzCompose(address,address,bytes32,uint16,bytes,bytes) */
const composeSelector = '0x91d20fa1'
/** retryReceiveToken(bytes32,uint8,uint32,address,uint256,bytes), of Stargate's pools */
const repaySelector = '0xa88835d7'

const usual = evm('0x1a44076050125825900e736c501f859c50fe728c')
const others: Readonly<Record<number, Address>> = {
  146: evm('0x6f475642a6e85809b1c36fa62763669b1b48dd5b'),
  57073: evm('0xca29f3a6f966cb2fc0de625f8f325c0c46dbe958'),
  80094: evm('0x6f475642a6e85809b1c36fa62763669b1b48dd5b'),
}

/**
 * LayerZero's EndpointV2 on a network with Stargate. Source: the deployments of npm @stargatefinance/stg-evm-v2 2.0.6,
 * whose contracts were created with it.
 */
export const getEndpoint = (chainId: number): Address => others[chainId] ?? usual

/** A message as the endpoint of its source logged it. */
export interface Packet {
  readonly nonce: bigint
  readonly fromEid: number
  readonly sender: Address
  readonly toEid: number
  readonly receiver: Address
  readonly guid: Hex
  readonly message: Hex
}

/** What was paid, and is to be passed on by the contract that was. */
export interface ComposedMessage {
  /** What paid. */
  readonly from: Address
  readonly to: Address
  readonly guid: Hex
  readonly message: Hex
}

/** What a pool could not pay when its message was received, as it logged it. */
export interface HeldPayment {
  readonly guid: Hex
  /** Of a message with several payments: which. */
  readonly index: number
  readonly fromEid: number
  readonly receiver: Address
  /** Units of the pool's token. */
  readonly amount: bigint
  /** What is passed on afterwards; `0x` for nothing. */
  readonly composed: Hex
}

/** Has the message received: its receiver pays. */
export function encodeReceive({ fromEid, sender, nonce, receiver, guid, message }: Packet): Hex {
  const words = [word(fromEid), addressWord(sender), word(nonce), addressWord(receiver), guid.slice(2)]
  return hex(`${receiveSelector}${encodeArguments(words, [{ bytes: message.slice(2) }, { bytes: '' }])}`)
}

/** Has what was paid passed on. */
export function encodeCompose({ from, to, guid, message }: ComposedMessage): Hex {
  const words = [addressWord(from), addressWord(to), guid.slice(2), word(0)]
  return hex(`${composeSelector}${encodeArguments(words, [{ bytes: message.slice(2) }, { bytes: '' }])}`)
}

/** Has the pool try again to pay what it holds. */
export function encodeRepay({ guid, index, fromEid, receiver, amount, composed }: HeldPayment): Hex {
  const words = [guid.slice(2), word(index), word(fromEid), addressWord(receiver), word(amount)]
  return hex(`${repaySelector}${encodeArguments(words, [{ bytes: composed.slice(2) }])}`)
}

export interface ExecutionCall {
  readonly guid: Hex
  /** Whom the endpoint calls, or the pool pays. */
  readonly called: Address
  /** The first two are calls of the endpoint, the last of a pool. */
  readonly kind: 'receive' | 'compose' | 'repay'
}

/** @returns `undefined` for anything but the exact bytes of {@link encodeReceive}, {@link encodeCompose} or {@link encodeRepay} */
export function decodeExecutionCall(data: Hex): ExecutionCall | undefined {
  if (data.startsWith(repaySelector)) return decodeRepay(data)
  const kind = ({ [receiveSelector]: 'receive', [composeSelector]: 'compose' } as const)[data.slice(0, 10)]
  if (kind === undefined) return undefined
  const count = kind === 'receive' ? 5 : 4
  const found = decodeArguments(data.slice(10), { words: count, tails: ['bytes', 'bytes'] })
  const [calledAt, guidAt] = kind === 'receive' ? [3, 4] : [1, 2]
  const called = decodeAddress(BigInt(`0x${found?.words[calledAt] ?? 0}`))
  if (found === undefined || called === undefined || found.tails[1]?.bytes !== '') return undefined
  if (kind === 'compose' && BigInt(`0x${found.words[3]}`) !== 0n) return undefined
  return { guid: hex(`0x${found.words[guidAt]}`), called, kind }
}

function decodeRepay(data: Hex): ExecutionCall | undefined {
  const found = decodeArguments(data.slice(10), { words: 5, tails: ['bytes'] })
  const called = decodeAddress(BigInt(`0x${found?.words[3] ?? 0}`))
  return found === undefined || called === undefined
    ? undefined
    : { guid: hex(`0x${found.words[0]}`), called, kind: 'repay' }
}
