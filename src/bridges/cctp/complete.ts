/** How a burn is completed: anyone hands the attested message to the destination. */
import type { BridgeService, CrossingReader } from '#domain/crossing/bridge'
import { fail } from '#domain/errors'
import { type Address, type Hex, hex } from '#domain/units'
import { encodeCompletionCall, messageTransmitter, readNonce } from '#encoding/crossing/completion'
import { decodeBurnMessage, isAttestedForm } from './message.ts'

/** Of one signature, and of as many as are read. */
const [signatureLength, maxSignatures] = [65, 32]

/** A message as it was signed. Who signed it is the destination's to check. */
export interface AttestedMessage {
  readonly message: Hex
  readonly attestation: Hex
}

/** Where the attestation service says what it made of a transaction: `GET {service}{path}`; 404 until it has seen it. */
export const attestationPath = (domain: number, transaction: Hex): string =>
  `/v2/messages/${domain}?transactionHash=${transaction}`

/**
 * Where it is asked to sign an expired message again, as final: `POST {service}{path}`. Its answer says no more than that it
 * will; the new signature is at {@link attestationPath}.
 */
const reattestPath = (nonce: Hex): string => `/v2/reattest/${nonce}`

/**
 * What the service says of a burn. Nothing of it is believed: only a message that is the burned one but for what the
 * service has to fill in.
 * @param answer of {@link attestationPath}
 * @param burned what the source's transaction sent
 * @returns `undefined` if it has not signed that message yet; of several the one that can be received for longest
 */
export function readAttestation(answer: unknown, burned: Hex): AttestedMessage | undefined {
  const rows = readField(answer, 'messages')
  if (!Array.isArray(rows)) return undefined
  const found = (rows as readonly unknown[]).flatMap((row): readonly AttestedMessage[] => {
    const [message, attestation] = [readBytes(readField(row, 'message')), readBytes(readField(row, 'attestation'))]
    if (message === undefined || attestation === undefined || !isSignatures(attestation)) return []
    return isAttestedForm(burned, message) ? [{ message, attestation }] : []
  })
  // one that was signed again may stand next to the one before
  return found.reduce<AttestedMessage | undefined>((best, one) => {
    const [kept, other] = [best && expirationOf(best), expirationOf(one)]
    return kept === undefined || (kept !== 0n && (other === 0n || other > kept)) ? one : best
  }, undefined)
}

const expirationOf = ({ message }: AttestedMessage): bigint => decodeBurnMessage(message)?.expirationBlock ?? 0n

/**
 * Whether a message cannot be received any more as it was signed: not in the next block of the destination, nor in any after
 * it. False if the head there cannot be told: the call itself is tried before it is signed.
 */
export async function hasExpired(
  attested: AttestedMessage,
  { blockNumber }: Pick<CrossingReader, 'blockNumber'>,
): Promise<boolean> {
  const expiration = expirationOf(attested)
  if (expiration === 0n) return false
  const head = await blockNumber()
  return head !== undefined && expiration <= head + 1n
}

/**
 * Asks the service to sign an expired message again.
 * @param message as it was signed before
 * @throws `SERVICE_UNREACHABLE` if it cannot be asked, or refuses
 */
export async function askAgain(service: BridgeService, message: Hex): Promise<void> {
  if ((await service(reattestPath(readNonce(message)), 'POST')) !== undefined) return
  throw fail('SERVICE_UNREACHABLE', { service: 'that signs for CCTP', reason: 'it is not running', isOfBridge: true })
}

const isSignatures = (attestation: Hex): boolean => {
  const length = (attestation.length - 2) / 2
  return length > 0 && length % signatureLength === 0 && length <= signatureLength * maxSignatures
}

const readBytes = (value: unknown): Hex | undefined =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) ? hex(value.toLowerCase()) : undefined

const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/**
 * The call that completes a burn.
 * @param bridge our contract there, which passes payments on to the crossing contract
 * @throws RangeError if the message is not the burned one, or if only another contract may have it received
 */
export function encodeCompletion(
  burned: Hex,
  attested: AttestedMessage,
  bridge: Address,
): { readonly to: Address; readonly data: Hex } {
  const message = decodeBurnMessage(attested.message)
  if (message === undefined || !isAttestedForm(burned, attested.message))
    throw new RangeError('the attested message is not the one that was burned')
  if (message.caller !== undefined && message.caller !== bridge)
    throw new RangeError(`only ${message.caller} may have this message received`)
  const byBridge = message.caller !== undefined
  return { to: byBridge ? bridge : messageTransmitter, data: encodeCompletionCall(attested, byBridge) }
}
