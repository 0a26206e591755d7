/** What became of a crossing by CCTP, from the hash of its source transaction alone. */
import { addressWord } from '#domain/calls/words'
import type {
  BridgeDeposit,
  BridgeLog,
  BridgeReceipt,
  BridgeService,
  CrossingReader,
  CrossingState,
} from '#domain/crossing/bridge'
import { type Address, amount, type Hex, hex } from '#domain/units'
import { computeBurnId, messageTransmitter } from '#encoding/crossing/completion'
import { readOutcome } from '#encoding/crossing/read-outcome'
import { attestationPath, encodeCompletion, hasExpired, readAttestation } from './complete.ts'
import { type BurnMessage, bodyOf, decodeBurnMessage, decodeHook, feeOf, withBody } from './message.ts'
import { cctpNetworks, tokenMessenger } from './networks.ts'
import type { CctpPlace } from './routes.ts'

/** keccak-256 of MessageSent(bytes) */
const sentTopic = '0x8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b036' as Hex
/** keccak-256 of MessageReceived(address,uint32,bytes32,bytes32,uint32,bytes) */
const receivedTopic = '0xff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c' as Hex
/** keccak-256 of MintAndWithdraw(address,uint256,address,uint256) */
const mintedTopic = '0x50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63' as Hex

/** One side of a crossing. */
export interface CctpSide extends CctpPlace {
  readonly reader: CrossingReader
}

/** A burn by our contract. */
export interface Burn {
  /** As it was sent. */
  readonly message: Hex
  readonly deposit: BridgeDeposit
}

/**
 * The one burn of our contract in a receipt of the source network.
 * @returns `undefined` if there is none, or one for a network that we do not know
 * @throws RangeError if there are several, or one with words that our contract does not write
 */
export function findDeposit({ logs }: BridgeReceipt, { network, bridge }: CctpPlace): Burn | undefined {
  const burns = logs
    .filter(({ address, topics }) => address === messageTransmitter && topics[0] === sentTopic)
    .flatMap(({ data }) => {
      const message = readBytes(data, 0)
      const burn = message && decodeBurnMessage(message)
      return message !== undefined && burn?.sender === tokenMessenger && burn.depositor === bridge
        ? { message, burn }
        : []
    })
  const [found] = burns
  if (burns.length > 1) throw new RangeError(`${burns.length} burns in one transaction`)
  const destination = cctpNetworks.find(({ domain }) => domain === found?.burn.domain)
  if (found === undefined || destination === undefined) return undefined
  const { message, burn } = found
  const hook = decodeHook(burn.hook)
  if (hook === undefined || burn.sourceDomain !== network.domain)
    throw new RangeError('the burn has words that our contract does not write')
  const deposit: BridgeDeposit = {
    id: computeBurnId(message),
    at: hook.at,
    asset: burn.token,
    amount: burn.amount,
    toChainId: destination.chainId,
    toAsset: destination.usdc,
    paid: amount(burn.amount - burn.maxFee),
    receiver: hook.receiver,
    refundTo: undefined,
    deadline: undefined,
    message: hook.message,
  }
  return { message, deposit }
}

interface TrackQuery {
  readonly source: CctpSide
  readonly destination: CctpSide
  readonly service: BridgeService | undefined
  /** The destination's crossing contract. */
  readonly crossing: Address
}

/**
 * Where a crossing is. A burn is final: it is never refunded, and has no last second.
 *
 * A message's nonce is not in the source's log: the payment is found on the destination by its other words, of which our
 * contract's number is one, so that no two burns share them.
 * @throws RangeError as {@link findDeposit}, and for a burn for another network
 */
export async function trackCrossing(
  hash: Hex,
  { source, destination, service, crossing }: TrackQuery,
): Promise<CrossingState> {
  const receipt = await source.reader.receipt(hash)
  if (receipt === undefined) return { state: 'pending' }
  if (receipt.status === 'reverted') return { state: 'error' }
  const burn = findDeposit(receipt, source)
  if (burn === undefined) throw new RangeError(`0 burns in ${hash}`)
  const { message } = burn
  const deposit = { ...burn.deposit, toAsset: destination.network.usdc }
  if (deposit.toChainId !== destination.network.chainId)
    throw new RangeError(`the burn is for chain ${deposit.toChainId}`)
  const received = await findReceived(burn, destination)
  if (received === undefined) {
    // a service that is down says no more than one that has not signed yet: the chains alone say where it is
    const answer = await service?.(attestationPath(source.network.domain, hash)).catch(() => undefined)
    const attested = readAttestation(answer, message)
    if (attested === undefined) return { state: 'bridging', deposit }
    const completion = encodeCompletion(message, attested, destination.bridge)
    const isLapsed = await hasExpired(attested, destination.reader)
    return { state: 'bridging', deposit, completion: { ...completion, ...(isLapsed && { isLapsed }) } }
  }
  const paid = amount(deposit.amount - readFee(received))
  const { transaction: payment } = received
  return readOutcome({ deposit: { ...deposit, paid }, payment, reader: destination.reader, crossing })
}

/** The log that the message was received: found by who received it, or by whom it paid. */
async function findReceived(
  { message, deposit }: Burn,
  { bridge, reader, network }: CctpSide,
): Promise<BridgeLog | undefined> {
  const burn = decodeBurnMessage(message)
  if (burn === undefined) return undefined
  const isIts = (log: BridgeLog) => isReceiptOf(message, burn, log)
  if (burn.caller !== undefined) {
    const received = await reader.logs(messageTransmitter, [receivedTopic, hex(`0x${addressWord(bridge)}`)], deposit.at)
    return received.find(isIts)
  }
  const topics = [mintedTopic, hex(`0x${addressWord(burn.to)}`), hex(`0x${addressWord(network.usdc)}`)]
  for (const minted of await reader.logs(tokenMessenger, topics, deposit.at)) {
    const [paid = 0n, fee = 0n] = (minted.data.slice(2).match(/.{64}/g) ?? []).map((text) => BigInt(`0x${text}`))
    if (paid + fee !== burn.amount) continue
    const receipt = await reader.receipt(minted.transaction)
    const received = receipt?.logs.find((log) => log.address === messageTransmitter && isIts(log))
    if (received !== undefined) return received
  }
  return undefined
}

/** What was kept of a burn, by the log that it was received. */
const readFee = ({ data }: BridgeLog): bigint => feeOf(withBody(readBytes(data, 2)?.slice(2) ?? ''))

/** True if a `MessageReceived` repeats all that the burn sent. */
function isReceiptOf(message: Hex, burn: BurnMessage, { topics, data }: BridgeLog): boolean {
  const [domain, sender] = (data.slice(2).match(/.{64}/g) ?? []).map((text) => BigInt(`0x${text}`))
  const body = readBytes(data, 2)
  return (
    topics[0] === receivedTopic &&
    domain === BigInt(burn.sourceDomain) &&
    sender === BigInt(burn.sender) &&
    body !== undefined &&
    bodyOf(withBody(body.slice(2))) === bodyOf(message)
  )
}

/** The `bytes` whose place is in the word at `index`. */
function readBytes(data: Hex, index: number): Hex | undefined {
  const wordAt = (at: number) => data.slice(2 + 2 * at, 2 + 2 * at + 64)
  const offset = wordAt(32 * index)
  if (offset.length < 64 || BigInt(`0x${offset}`) > BigInt(data.length)) return undefined
  const start = Number(BigInt(`0x${offset}`))
  const length = wordAt(start)
  if (length.length < 64 || BigInt(`0x${length}`) * 2n > BigInt(data.length)) return undefined
  const from = 2 + 2 * (start + 32)
  const text = data.slice(from, from + 2 * Number(BigInt(`0x${length}`)))
  return text.length === 2 * Number(BigInt(`0x${length}`)) ? hex(`0x${text}`) : undefined
}
