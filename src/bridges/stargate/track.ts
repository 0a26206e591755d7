/** What became of a crossing by Stargate, from the hash of its source transaction alone. */
import { addressWord, word } from '#domain/calls/words'
import type { BridgeDeposit, BridgeReceipt, CrossingReader, CrossingState } from '#domain/crossing/bridge'
import { type Address, amount, type Hex, hex, seconds } from '#domain/units'
import { decodeArguments } from '#encoding/abi-arguments'
import { stargateBridgeTopics } from '#encoding/contracts/stargate-bridge.gen'
import { encodeCompose, encodeRepay } from '#encoding/crossing/execution'
import { readOutcome } from '#encoding/crossing/read-outcome'
import { decodeAddress } from '#encoding/words'
import { type StargateAsset, type StargateNetwork, type StargateSymbol, stargateNetworks } from './networks.ts'
import { findComposed, findPacket, findReceiving } from './packet.ts'
import type { StargatePlace } from './routes.ts'

/** keccak-256 of OFTReceived(bytes32,uint32,address,uint256) */
const paidTopic = '0xefed6d3500546b29533b128a29e3a94d70788727f0507505ac12eaf2e578fd9c' as Hex
/** keccak-256 of UnreceivedTokenCached(bytes32,uint8,uint32,address,uint256,bytes) */
const heldTopic = '0x007c17198cd078035dc663f9a0961f84cb6265411d0b4c793f96d432f6af4b55' as Hex
/** toNetwork, time, asset, amount, received, receiver. */
const sentWords = 6

/** One side of a crossing. */
export interface StargateSide extends StargatePlace {
  readonly reader: CrossingReader
}

/** A deposit by our contract. */
export interface StargateDeposit {
  /** LayerZero's number of the message. */
  readonly guid: Hex
  readonly deposit: BridgeDeposit
  /** What pays it on the destination. */
  readonly toAsset: StargateAsset
}

/**
 * The one deposit of our contract in a receipt of the source network.
 * @param networks where it may lead to
 * @returns `undefined` if there is none, or one that leads where we know nothing
 * @throws RangeError if there are several
 */
export function findSent(
  { logs }: BridgeReceipt,
  { network, bridge }: StargatePlace,
  networks: readonly StargateNetwork[] = stargateNetworks,
): StargateDeposit | undefined {
  const found = logs.filter(({ address, topics }) => address === bridge && topics[0] === stargateBridgeTopics.Sent)
  const [log] = found
  if (found.length > 1) throw new RangeError(`${found.length} deposits in one transaction`)
  const guid = log?.topics[1]
  const read = log && decodeArguments(log.data.slice(2), { words: sentWords, tails: ['bytes'] })
  if (guid === undefined || read === undefined) return undefined
  const [toNetwork = 0n, time = 0n, token = 0n, sent = 0n, received = 0n, account = 0n] = read.words.map((text) =>
    BigInt(`0x${text}`),
  )
  const [asset, receiver] = [decodeAddress(token), decodeAddress(account)]
  const destination = networks.find(({ chainId }) => BigInt(chainId) === toNetwork)
  const pair = asset && destination && findPair(network, destination, asset)
  if (destination === undefined || receiver === undefined || pair === undefined) return undefined
  const deposit: BridgeDeposit = {
    id: BigInt(guid),
    at: seconds(Number(time)),
    asset: pair.asset.address,
    amount: amount(sent),
    toChainId: destination.chainId,
    toAsset: pair.toAsset.address,
    // whole units of Stargate's messages, so exact in both
    paid: amount((received * 10n ** BigInt(pair.toAsset.decimals)) / 10n ** BigInt(pair.asset.decimals)),
    receiver,
    refundTo: undefined,
    deadline: undefined,
    message: hex(`0x${read.tails[0]?.bytes}`),
  }
  return { guid, deposit, toAsset: pair.toAsset }
}

function findPair(
  from: StargateNetwork,
  to: StargateNetwork,
  address: Address,
): { readonly asset: StargateAsset; readonly toAsset: StargateAsset } | undefined {
  const symbol = (Object.keys(from.assets) as StargateSymbol[]).find((one) => from.assets[one]?.address === address)
  const [asset, toAsset] = symbol === undefined ? [] : [from.assets[symbol], to.assets[symbol]]
  return asset === undefined || toAsset === undefined ? undefined : { asset, toAsset }
}

interface TrackQuery {
  readonly source: StargateSide
  readonly destination: StargateSide
  /** The destination's crossing contract. */
  readonly crossing: Address
}

/**
 * Where a crossing is. What was sent is never refunded, and has no last second. Nothing but what LayerZero's number of
 * the message leads to is believed: Stargate's own log of the payment, and our contract's that it was passed on.
 * @throws RangeError as {@link findSent}, and for a deposit for another network
 */
export async function trackCrossing(hash: Hex, query: TrackQuery): Promise<CrossingState> {
  const { source, destination, crossing } = query
  const receipt = await source.reader.receipt(hash)
  if (receipt === undefined) return { state: 'pending' }
  if (receipt.status === 'reverted') return { state: 'error' }
  const sent = findSent(receipt, source, [destination.network, ...stargateNetworks])
  if (sent === undefined) throw new RangeError(`0 deposits in ${hash}`)
  const { guid, deposit } = sent
  if (deposit.toChainId !== destination.network.chainId)
    throw new RangeError(`the deposit is for chain ${deposit.toChainId}`)
  const { reader, endpoint } = destination
  const payment = await findPayment(sent, query)
  if (payment === undefined) {
    const packet = findPacket(receipt.logs, source.endpoint, guid)
    const receiving = packet && (await findReceiving(packet, endpoint, reader))
    return withCompletion(deposit, receiving ?? (await findRepayment(sent, query)))
  }
  if (deposit.message === '0x') return { state: 'success', deposit, payment }
  const [passed] = await reader.logs(destination.bridge, [stargateBridgeTopics.Passed as Hex, guid], deposit.at)
  if (passed === undefined) {
    const paid = await reader.receipt(payment)
    const parties = { from: sent.toAsset.pool, to: destination.bridge, guid }
    const composed = paid && findComposed(paid.logs, endpoint, parties)
    return withCompletion(deposit, composed && { to: endpoint, data: encodeCompose(composed) })
  }
  return readOutcome({ deposit, payment: passed.transaction, reader, crossing })
}

const withCompletion = (
  deposit: BridgeDeposit,
  completion: { readonly to: Address; readonly data: Hex } | undefined,
): CrossingState => ({ state: 'bridging', deposit, ...(completion === undefined ? {} : { completion }) })

/**
 * The call by which the pool tries again to pay: it holds what its token refused when the message was received, as for a
 * recipient or a pool that the token's owner had barred.
 */
async function findRepayment(sent: StargateDeposit, { source, destination }: TrackQuery) {
  const { guid, deposit, toAsset } = sent
  const receiver = payeeOf(sent, destination)
  const expected = [guid.slice(2), word(source.network.eid), addressWord(receiver), word(deposit.paid)]
  for (const { data } of await destination.reader.logs(toAsset.pool, [heldTopic], deposit.at)) {
    const found = decodeArguments(data.slice(2), { words: 5, tails: ['bytes'] })
    const [number, index = '0', ...terms] = found?.words ?? []
    if ([number, ...terms].join() !== expected.join()) continue
    const composed = hex(`0x${found?.tails[0]?.bytes}`)
    const held = { guid, index: Number(`0x${index}`), fromEid: source.network.eid, receiver, amount: deposit.paid }
    return { to: toAsset.pool, data: encodeRepay({ ...held, composed }) }
  }
  return undefined
}

/** Whom the pool pays: our contract there, or without a message the receiver itself. */
const payeeOf = ({ deposit }: StargateDeposit, { bridge }: StargateSide): Address =>
  deposit.message === '0x' ? deposit.receiver : bridge

/** The transaction in which Stargate paid. */
async function findPayment(sent: StargateDeposit, { source, destination }: TrackQuery): Promise<Hex | undefined> {
  const { guid, deposit, toAsset } = sent
  const topics = [paidTopic, guid, hex(`0x${addressWord(payeeOf(sent, destination))}`)]
  const found = await destination.reader.logs(toAsset.pool, topics, deposit.at)
  const expected = `0x${word(source.network.eid)}${word(deposit.paid)}`
  return found.find(({ data }) => data === expected)?.transaction
}
