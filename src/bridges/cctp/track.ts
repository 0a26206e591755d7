/** What became of a crossing by CCTP, from the hash of its source transaction alone. */
import { addressWord } from '#domain/calls/words'
import type { BridgeDeposit, BridgeLog, CrossingReader, CrossingState } from '#domain/crossing/bridge'
import { type Address, amount, type Hex, hex, noBytes } from '#domain/units'
import { crossingSelectors } from '#encoding/contracts/crossing.gen'
import { findParked } from '#encoding/crossing/message'
import { keccak } from '#encoding/keccak'
import { type BurnMessage, bodyOf, decodeBurnMessage, decodeHook, withBody } from './message.ts'
import { type CctpNetwork, messageTransmitter, tokenMessenger } from './networks.ts'

/** keccak-256 of MessageSent(bytes) */
const sentTopic = '0x8c5261668696ce22758910d05bab8f186d6eb247ceac2af2e82c7dc17669b036' as Hex
/** keccak-256 of MessageReceived(address,uint32,bytes32,bytes32,uint32,bytes) */
const receivedTopic = '0xff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c' as Hex
/** keccak-256 of MintAndWithdraw(address,uint256,address,uint256) */
const mintedTopic = '0x50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63' as Hex

/** One side of a crossing. */
export interface CctpSide {
  readonly network: CctpNetwork
  /** Our contract, which burns and passes on. */
  readonly bridge: Address
  readonly reader: CrossingReader
}

/** A burn by our contract. */
export interface Burn {
  /** As it was sent. */
  readonly message: Hex
  readonly deposit: BridgeDeposit
}

/**
 * The burn of a source transaction that succeeded.
 * @throws RangeError if it has none, or several, or one for another network
 */
export function readBurn(
  hash: Hex,
  logs: readonly BridgeLog[],
  { source, destination }: { readonly source: Omit<CctpSide, 'reader'>; readonly destination: Omit<CctpSide, 'reader'> },
): Burn {
  const burns = logs
    .filter(({ address, topics }) => address === messageTransmitter && topics[0] === sentTopic)
    .flatMap(({ data }) => {
      const message = readBytes(data, 0)
      const burn = message && decodeBurnMessage(message)
      return message !== undefined && burn?.sender === tokenMessenger && burn.depositor === source.bridge
        ? { message, burn }
        : []
    })
  const [found] = burns
  if (found === undefined || burns.length > 1) throw new RangeError(`${burns.length} burns in ${hash}`)
  const { message, burn } = found
  if (burn.sourceDomain !== source.network.domain || burn.domain !== destination.network.domain)
    throw new RangeError(`the burn is from domain ${burn.sourceDomain} for domain ${burn.domain}`)
  const hook = burn.hook === noBytes ? { receiver: burn.to, message: noBytes } : decodeHook(burn.hook)
  if (hook === undefined) throw new RangeError('the burn has words that our contract does not write')
  const deposit: BridgeDeposit = {
    id: BigInt(keccak(message)),
    asset: burn.token,
    amount: burn.amount,
    toChainId: destination.network.chainId,
    toAsset: destination.network.usdc,
    paid: amount(burn.amount - burn.maxFee),
    receiver: hook.receiver,
    refundTo: undefined,
    deadline: undefined,
    message: hook.message,
  }
  return { message, deposit }
}

/**
 * Where a crossing is. A burn is final: it is never refunded, and has no last second.
 *
 * A message's nonce is not in the source's log. It is found on the destination by its other words, which two burns of the
 * same amount by the same deposit may share: then both pay the same recipient the same.
 * @param crossing the destination's crossing contract
 * @throws RangeError as {@link readBurn}
 */
export async function trackCrossing(
  hash: Hex,
  { source, destination, crossing }: { source: CctpSide; destination: CctpSide; crossing: Address },
): Promise<CrossingState> {
  const receipt = await source.reader.receipt(hash)
  if (receipt === undefined) return { state: 'pending' }
  if (receipt.status === 'reverted') return { state: 'error' }
  const { message, deposit } = readBurn(hash, receipt.logs, { source, destination })
  const payment = await findPayment(message, destination)
  if (payment === undefined) return { state: 'bridging', deposit }
  const { reader } = destination
  const paid = await reader.receipt(payment)
  if (paid === undefined) throw new RangeError(`the payment ${payment} has no receipt`)
  const parked = findParked(paid.logs, crossing, deposit)
  if (parked === undefined) return { state: 'success', deposit, payment }
  const count = await reader.call(crossing, hex(`${crossingSelectors.claims}${parked.id.slice(2)}`))
  if (count.length !== 66) throw new RangeError('the crossing contract does not say whether the claim is open')
  return { state: 'partial', deposit, payment, claim: parked.claim, isOpen: BigInt(count) > 0n }
}

/** The transaction that received the message: found by who received it, or by whom it paid. */
async function findPayment(message: Hex, { bridge, reader, network }: CctpSide): Promise<Hex | undefined> {
  const burn = decodeBurnMessage(message)
  if (burn === undefined) return undefined
  const isIts = (log: BridgeLog) => isReceiptOf(message, burn, log)
  if (burn.caller !== undefined) {
    const received = await reader.logs(messageTransmitter, [receivedTopic, hex(`0x${addressWord(bridge)}`)])
    return received.find(isIts)?.transaction
  }
  const topics = [mintedTopic, hex(`0x${addressWord(burn.to)}`), hex(`0x${addressWord(network.usdc)}`)]
  for (const minted of await reader.logs(tokenMessenger, topics)) {
    const [paid = 0n, fee = 0n] = (minted.data.slice(2).match(/.{64}/g) ?? []).map((text) => BigInt(`0x${text}`))
    if (paid + fee !== burn.amount) continue
    const receipt = await reader.receipt(minted.transaction)
    if (receipt?.logs.some((log) => log.address === messageTransmitter && isIts(log))) return minted.transaction
  }
  return undefined
}

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
