/** What Stargate takes, keeps and asks for its message: what its contracts and ours say now. */
import { addressWord, callData, word } from '#domain/calls/words'
import type { BridgeFee, BridgeMarket, BridgeRoute, BridgeTerms } from '#domain/crossing/bridge'
import { quoteBridge, toBridgeTerms } from '#domain/crossing/bridge-terms'
import {
  type Address,
  type Amount,
  amount,
  evm,
  type Hex,
  hex,
  million,
  ppm,
  seconds,
  type Wei,
  wei,
} from '#domain/units'
import { encodeArguments } from '#encoding/abi-arguments'
import { stargateBridgeSelectors } from '#encoding/contracts/stargate-bridge.gen'
import { encodeMessage } from '#encoding/crossing/message'
import { decodeAddress } from '#encoding/words'
import { type StargateAsset, sharedDecimals } from './networks.ts'
import type { StargateSide } from './track.ts'

/** quoteOFT((uint32,bytes32,uint256,uint256,bytes,bytes,bytes)) */
const quoteSelector = '0x0d35b415'

/** What the pool itself says of a deposit. */
export interface PoolQuote {
  /** The most that the path to the other network has credit for, units of the asset here. */
  readonly most: bigint
  /** Paid there, in units of the asset here. */
  readonly received: bigint
}

/**
 * `quoteOFT` of the pool: its fee or reward as its contract computes it.
 * @returns `undefined` if it is paused, or knows no way there
 */
export async function readPoolQuote(
  { reader }: StargateSide,
  pool: Address,
  { toEid, deposited }: { readonly toEid: number; readonly deposited: Amount },
): Promise<PoolQuote | undefined> {
  // one tuple: whom and the least do not matter, and three empty fields of bytes
  const [recipient, least, empty] = [1, 0, 0]
  const fields = [toEid, recipient, deposited, least, 7 * 32, 8 * 32, 9 * 32, empty, empty, empty]
  const answer = await reader.call(pool, callData(quoteSelector, word(32), ...fields.map((value) => word(value))))
  const words = (answer.slice(2).match(/.{64}/g) ?? []).map((text) => BigInt(`0x${text}`))
  const [, most, , , received] = words
  return most === undefined || received === undefined ? undefined : { most, received }
}

/**
 * The fee by which a deposit is paid exactly `received`. A reward is not promised: it is the recipient's gain.
 * @param received units of the asset there
 */
export function toFee(route: Pick<BridgeRoute, 'asset' | 'toAsset'>, deposited: Amount, received: bigint): BridgeFee {
  const whole = quoteBridge(route, deposited, { rate: ppm(0), fixed: amount(0n) }) ?? amount(0n)
  if (received >= whole) return { rate: ppm(0), fixed: amount(0n) }
  const rate = ppm(Number(((whole - received) * million) / whole))
  const rest = quoteBridge(route, deposited, { rate, fixed: amount(0n) }) ?? amount(0n)
  return { rate, fixed: amount(rest - received) }
}

/**
 * Of the deposit, what the bridge may keep beyond its fee: the fee is of the quoted amount, and what the swap here gives is
 * another one, for which the pool rounds again.
 */
const tolerance = { rate: 100, sharedUnits: 2n } as const

/** @throws RangeError as {@link toBridgeTerms} */
export function toTerms(route: Pick<BridgeRoute, 'asset' | 'toAsset'>, { rate, fixed }: BridgeFee): BridgeTerms {
  const sharedUnit = 10n ** BigInt(route.toAsset.decimals - sharedDecimals)
  const most = { rate: ppm(rate + tolerance.rate), fixed: amount(fixed + tolerance.sharedUnits * sharedUnit) }
  return toBridgeTerms(route, most)
}

/** True if our contract is there, and deposits an asset with the pool that we know. */
export async function hasPool({ reader, bridge }: StargateSide, { address, pool }: StargateAsset): Promise<boolean> {
  const answer = await reader.call(bridge, callData(stargateBridgeSelectors.poolOf, addressWord(address)))
  return answer.length === 66 && decodeAddress(BigInt(answer)) === pool
}

/** LayerZero's price of a message follows the gas there; a tenth more than it asks now. What is left comes back. */
const messageMargin = 10n

/**
 * What the deposit's message has to be paid, by our contract's own words for it.
 * @returns `undefined` if LayerZero takes no such message
 */
export async function readMessageFee(
  { reader, bridge }: StargateSide,
  { asset, toChainId, toContract }: BridgeRoute,
  { deposited, arrival }: { readonly deposited: Amount } & Pick<BridgeMarket, 'arrival'>,
): Promise<Wei | undefined> {
  const words = [addressWord(asset.address), word(deposited), word(toChainId), addressWord(toContract)]
  const tails = [{ bytes: arrival === undefined ? '' : sampleMessage(arrival).slice(2) }]
  const data = hex(`${stargateBridgeSelectors.quoteMessage}${encodeArguments(words, tails)}`)
  const answer = await reader.call(bridge, data)
  if (answer.length !== 66) return undefined
  const fee = BigInt(answer)
  return wei(fee + (fee + messageMargin - 1n) / messageMargin)
}

/** As long as the deposit's, for the same gas: only that has a price. */
function sampleMessage(arrival: NonNullable<BridgeMarket['arrival']>): Hex {
  const someone = evm(`0x${'11'.repeat(20)}`)
  const delivery = {
    router: someone,
    toAsset: someone,
    recipient: someone,
    amountOutMin: amount(1n),
    deadline: seconds(1),
  }
  return encodeMessage({ ...arrival, delivery })
}
