/** Calls that complete a burn of CCTP V2, as they are checked before they are signed. */
import { evm, type Hex, hex } from '#domain/units'
import { decodeArguments, encodeArguments } from '#encoding/abi-arguments'
import { cctpBridgeSelectors } from '#encoding/contracts/cctp-bridge.gen'
import { keccak } from '#encoding/keccak'

/** Circle's contract that receives messages, at one address on every network of ours. */
export const messageTransmitter = evm('0x81d40f21f12a8f0e3252bccb954d722d4c464b64')
/** receiveMessage(bytes,bytes) */
const receiveSelector = '0x57ecfd28'

/** What the attestation service fills in of a message, from and to, in bytes; zero when it is sent. */
export const filledIn = { nonce: [12, 44], finality: [144, 148], fee: [312, 344], expirationBlock: [344, 376] } as const

/** The message as it was sent, without what is filled in. */
export const toSentMessage = (message: Hex): Hex =>
  Object.values(filledIn).reduce<Hex>(
    (text, [from, to]) => hex(`${text.slice(0, 2 + 2 * from)}${'0'.repeat(2 * (to - from))}${text.slice(2 + 2 * to)}`),
    message,
  )

/** The nonce that a message was given when it was signed, by which it is received once. */
export const readNonce = (message: Hex): Hex =>
  hex(`0x${message.slice(2 + 2 * filledIn.nonce[0], 2 + 2 * filledIn.nonce[1])}`)

/** The id of a burn's deposit: the hash of its message as it was sent. */
export const computeBurnId = (message: Hex): bigint => BigInt(keccak(toSentMessage(message)))

/** @param byBridge our contract has it received and passes on what is minted; else CCTP pays the recipient itself */
export function encodeCompletionCall(
  { message, attestation }: { readonly message: Hex; readonly attestation: Hex },
  byBridge: boolean,
): Hex {
  const tails = [{ bytes: message.slice(2) }, { bytes: attestation.slice(2) }]
  return hex(`${byBridge ? cctpBridgeSelectors.complete : receiveSelector}${encodeArguments([], tails)}`)
}

/** @returns `undefined` for anything but the exact bytes of {@link encodeCompletionCall} */
export function decodeCompletionCall(
  data: Hex,
): { readonly byBridge: boolean; readonly message: Hex; readonly attestation: Hex } | undefined {
  const selector = data.slice(0, 10)
  if (selector !== cctpBridgeSelectors.complete && selector !== receiveSelector) return undefined
  const [message, attestation] = decodeArguments(data.slice(10), { words: 0, tails: ['bytes', 'bytes'] })?.tails ?? []
  if (message === undefined || attestation === undefined) return undefined
  return {
    byBridge: selector === cctpBridgeSelectors.complete,
    message: hex(`0x${message.bytes}`),
    attestation: hex(`0x${attestation.bytes}`),
  }
}
