/** Whether CCTP takes a burn: what its contracts and ours say now. */
import { addressWord, callData, word } from '#domain/calls/words'
import { type Hex, hex } from '#domain/units'
import { cctpBridgeSelectors } from '#encoding/contracts/cctp-bridge.gen'
import { decodeAddress } from '#encoding/words'
import { tokenMessenger } from './networks.ts'
import type { CctpSide } from './track.ts'

/** localMinter() */
const minterSelector = '0xcb75c11c'
/** burnLimitsPerMessage(address) */
const limitSelector = '0xa56ec632'
/** remoteTokenMessengers(uint32) */
const remoteSelector = '0x82a5e665'

/** The most that one deposit may be, units of USDC; 0 if none may: something of CCTP's or ours is missing on either side. */
export async function readBurnLimit(source: CctpSide, destination: CctpSide): Promise<bigint> {
  const { reader, network } = source
  const [minter, remote, here, there] = await Promise.all([
    reader.call(tokenMessenger, hex(minterSelector)),
    reader.call(tokenMessenger, callData(remoteSelector, word(destination.network.domain))),
    isBridge(source),
    isBridge(destination),
  ])
  const address = decodeAddress(wordOf(minter))
  if (address === undefined || wordOf(minter) === 0n || wordOf(remote) !== BigInt(tokenMessenger)) return 0n
  if (!here || !there) return 0n
  return wordOf(await reader.call(address, callData(limitSelector, addressWord(network.usdc))))
}

/** True if our contract is there: nothing else can be at its address. */
async function isBridge({ reader, bridge }: CctpSide): Promise<boolean> {
  return wordOf(await reader.call(bridge, hex(cctpBridgeSelectors.MESSENGER))) === BigInt(tokenMessenger)
}

/** Of an answer of one word; 0 for anything else. */
const wordOf = (answer: Hex): bigint => (answer.length === 66 ? BigInt(answer) : 0n)
