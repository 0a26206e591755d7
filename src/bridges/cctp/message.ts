/**
 * CCTP V2's messages: what a burn sends, and what the attestation service makes of it.
 * Source: the message format of Circle's documentation; recorded messages are in `test/crossing/cctp-messages.data.json`.
 *
 *     0 version · 4 source · 8 destination · 12 nonce · 44 sender · 76 recipient · 108 caller · 140 finality asked for
 *     144 finality attested · 148 version · 152 token · 184 to · 216 amount · 248 depositor · 280 highest fee · 312 fee
 *     344 expiration block · 376 hook
 *
 * The nonce, the finality attested, the fee and the expiration block are zero when it is sent.
 */
import { addressWord, word } from '#domain/calls/words'
import { type Address, type Amount, amount, type Hex, hex, type Seconds, seconds } from '#domain/units'
import { decodeArguments, encodeArguments } from '#encoding/abi-arguments'
import { filledIn, toSentMessage } from '#encoding/crossing/completion'
import { decodeAddress } from '#encoding/words'

const hookStart = 376
export interface BurnMessage {
  readonly sourceDomain: number
  readonly domain: number
  /** Zero when it is sent. */
  readonly nonce: Hex
  /** CCTP's own contract of the source. */
  readonly sender: Address
  /** Who may have it received; undefined if anyone may. */
  readonly caller: Address | undefined
  readonly minFinality: number
  readonly token: Address
  readonly to: Address
  readonly amount: Amount
  readonly depositor: Address
  readonly maxFee: Amount
  /** What is kept, at most `maxFee`; zero when it is sent. */
  readonly fee: Amount
  /** The destination's first block in which it cannot be received as attested any more; 0 if there is none. */
  readonly expirationBlock: bigint
  readonly hook: Hex
}

const slice = (message: Hex, from: number, to?: number): string =>
  message.slice(2 + 2 * from, to === undefined ? undefined : 2 + 2 * to)

/** @returns `undefined` for anything but a burn of version 1 between networks of 20-byte addresses */
export function decodeBurnMessage(message: Hex): BurnMessage | undefined {
  if (!/^0x([0-9a-f]{2})*$/.test(message) || message.length < 2 + 2 * hookStart) return undefined
  const number = (from: number, to: number) => BigInt(`0x${slice(message, from, to)}`)
  if (number(0, 4) !== 1n || number(148, 152) !== 1n) return undefined
  const [sender, caller, token, to, depositor] = [44, 108, 152, 184, 248].map((at) =>
    decodeAddress(number(at, at + 32)),
  )
  if (sender === undefined || caller === undefined || token === undefined) return undefined
  if (to === undefined || depositor === undefined) return undefined
  return {
    sourceDomain: Number(number(4, 8)),
    domain: Number(number(8, 12)),
    nonce: hex(`0x${slice(message, ...filledIn.nonce)}`),
    sender,
    caller: number(108, 140) === 0n ? undefined : caller,
    minFinality: Number(number(140, 144)),
    token,
    to,
    amount: amount(number(216, 248)),
    depositor,
    maxFee: amount(number(280, 312)),
    fee: amount(feeOf(message)),
    expirationBlock: number(...filledIn.expirationBlock),
    hook: hex(`0x${slice(message, hookStart)}`),
  }
}

/** What is kept of a burn, as filled in. */
export const feeOf = (message: Hex): bigint => BigInt(`0x${slice(message, ...filledIn.fee)}`)

/** True if `attested` is `sent` with nothing changed but what the attestation service fills in, within what was agreed. */
export function isAttestedForm(sent: Hex, attested: Hex): boolean {
  const [one, other] = [decodeBurnMessage(sent), decodeBurnMessage(attested)]
  if (one === undefined || other === undefined || BigInt(other.nonce) === 0n) return false
  return toSentMessage(sent) === toSentMessage(attested) && other.fee <= one.maxFee
}

/** The body, from byte 148 on, as `MessageReceived` repeats it; without what is filled in. */
export const bodyOf = (message: Hex): string => toSentMessage(message).slice(2 + 2 * 148)

/** A body as a message's, so that both can be compared by {@link bodyOf}. */
export const withBody = (body: string): Hex => hex(`0x${'0'.repeat(2 * 148)}${body}`)

/** What a deposit sends along: which it is, when it was made, whom our contract pays there, and what that is called with. */
export interface Hook {
  readonly at: Seconds
  /** Counted by our contract of the source, so that no two messages are the same. */
  readonly number: bigint
  readonly receiver: Address
  /** None if CCTP itself pays the receiver. */
  readonly message: Hex
}

export const encodeHook = ({ at, number, receiver, message }: Hook): Hex =>
  hex(`0x${encodeArguments([word(at), word(number), addressWord(receiver)], [{ bytes: message.slice(2) }])}`)

/** @returns `undefined` for anything but the exact bytes of {@link encodeHook} */
export function decodeHook(hook: Hex): Hook | undefined {
  const found = decodeArguments(hook.slice(2), { words: 3, tails: ['bytes'] })
  const [at = 0n, number = 0n, account = 0n] = (found?.words ?? []).map((text) => BigInt(`0x${text}`))
  const receiver = decodeAddress(account)
  if (found === undefined || receiver === undefined || at >> 40n !== 0n) return undefined
  return { at: seconds(Number(at)), number, receiver, message: hex(`0x${found.tails[0]?.bytes}`) }
}
