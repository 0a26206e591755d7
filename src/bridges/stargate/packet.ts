/**
 * LayerZero's packets, as the endpoint of their source logs them. Source: PacketV1Codec of npm
 * @layerzerolabs/lz-evm-protocol-v2 3.0.168.
 *
 *     0 version · 1 nonce · 9 source · 13 sender · 45 destination · 49 receiver · 81 GUID · 113 message
 */
import { addressWord, callData, word } from '#domain/calls/words'
import type { BridgeLog, CrossingReader } from '#domain/crossing/bridge'
import { type Address, type Hex, hex } from '#domain/units'
import { decodeArguments } from '#encoding/abi-arguments'
import { type ComposedMessage, encodeReceive, type Packet } from '#encoding/crossing/execution'
import { keccak } from '#encoding/keccak'
import { decodeAddress } from '#encoding/words'

/** keccak-256 of PacketSent(bytes,bytes,address) */
const sentTopic = '0x1ab700d4ced0c005b164c0f789fd09fcbb0156d4c2041b8a3bfbcd961cd1567f' as Hex
/** keccak-256 of ComposeSent(address,address,bytes32,uint16,bytes) */
const composeTopic = '0x3d52ff888d033fd3dd1d8057da59e850c91d91a72c41dfa445b247dfedeb6dc1' as Hex
/** inboundPayloadHash(address,uint32,bytes32,uint64) */
const verifiedSelector = '0xc9fc7bcd'
const messageStart = 113
const version = 1n

/** The packet of a GUID among the logs of a receipt; `undefined` if there is none. */
export function findPacket(logs: readonly BridgeLog[], endpoint: Address, guid: Hex): Packet | undefined {
  return logs
    .filter(({ address, topics }) => address === endpoint && topics[0] === sentTopic)
    .flatMap(({ data }) => readPacket(data) ?? [])
    .find((packet) => packet.guid === guid)
}

/** @param data of a `PacketSent`: where the packet and the options begin, who carries it, then both */
function readPacket(data: Hex): Packet | undefined {
  const length = Number(BigInt(`0x${data.slice(2 + 3 * 64, 2 + 4 * 64) || 0}`))
  const text = data.slice(2 + 4 * 64, 2 + 4 * 64 + 2 * length)
  if (BigInt(`0x${data.slice(2, 66) || 0}`) !== 96n || text.length < 2 * messageStart) return undefined
  const number = (from: number, to: number) => BigInt(`0x${text.slice(2 * from, 2 * to)}`)
  const [sender, receiver] = [decodeAddress(number(13, 45)), decodeAddress(number(49, 81))]
  if (number(0, 1) !== version || sender === undefined || receiver === undefined) return undefined
  return {
    nonce: number(1, 9),
    fromEid: Number(number(9, 13)),
    sender,
    toEid: Number(number(45, 49)),
    receiver,
    guid: hex(`0x${text.slice(2 * 81, 2 * messageStart)}`),
    message: hex(`0x${text.slice(2 * messageStart)}`),
  }
}

/**
 * The call that has a packet received, if it may be: the endpoint has the hash of exactly this message from its verifiers.
 */
export async function findReceiving(
  packet: Packet,
  endpoint: Address,
  reader: CrossingReader,
): Promise<{ readonly to: Address; readonly data: Hex } | undefined> {
  const { receiver, fromEid, sender, nonce, guid, message } = packet
  const asked = callData(verifiedSelector, addressWord(receiver), word(fromEid), addressWord(sender), word(nonce))
  const verified = await reader.call(endpoint, asked)
  if (verified !== keccak(hex(`${guid}${message.slice(2)}`))) return undefined
  return { to: endpoint, data: encodeReceive(packet) }
}

/** What an endpoint keeps to be passed on, of a GUID, among the logs of a receipt. */
export function findComposed(
  logs: readonly BridgeLog[],
  endpoint: Address,
  { from, to, guid }: Pick<ComposedMessage, 'from' | 'to' | 'guid'>,
): ComposedMessage | undefined {
  const expected = [addressWord(from), addressWord(to), guid.slice(2), word(0)]
  for (const { address, topics, data } of logs) {
    if (address !== endpoint || topics[0] !== composeTopic) continue
    const found = decodeArguments(data.slice(2), { words: expected.length, tails: ['bytes'] })
    if (found?.words.join() === expected.join()) return { from, to, guid, message: hex(`0x${found.tails[0]?.bytes}`) }
  }
  return undefined
}
