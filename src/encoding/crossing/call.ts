/** The calls that start a crossing: `cross`, `crossOrder`, `crossPermit2`. */

import { word } from '#domain/calls/words'
import { type CrossOrder, computeBridgePayment, crossType } from '#domain/crossing/cross-order'
import { evm, type Gas, gas, type Hex, hex, nativeToken, noBytes } from '#domain/units'
import { decodeArguments, encodeArguments, type Tail, type TailKind } from '#encoding/abi-arguments'
import { crossingSelectors } from '#encoding/contracts/crossing.gen'
import { keccak } from '#encoding/keccak'
import { decodeRoute, fitsTokens } from '#encoding/swap/route-bytes'
import { unpackPermit } from '#encoding/tokens/permit'
import { decodeAddress } from '#encoding/words'
import { encodeCrossWords } from './digest.ts'

/** What the destination's swap is given. */
export interface Arrival {
  /** That the swap needs; the bridge's relayer brings at least as much. */
  readonly gas: Gas
  /** Packed legs, unmarked; none if nothing is swapped there. */
  readonly route: Hex
}

export interface CrossCall {
  /** By the caller's own tokens; by the sender's signature for the contract; by one for Permit2. */
  readonly entry: 'cross' | 'crossOrder' | 'crossPermit2'
  /** Addresses in lower case, numbers as decimals. */
  readonly order: CrossOrder
  /** Set unless `entry` is `cross`. */
  readonly signature: Hex | undefined
  /** A signed approval of the contract, packed; never with Permit2. */
  readonly permit: Hex | undefined
  /** Packed legs from `fromAsset` to `bridgeAsset`; none if they are the same. */
  readonly route: Hex
  readonly there: Arrival
}

/** What an order says of the destination's swap. */
export const computeArrivalHash = ({ gas: needed, route }: Arrival): Hex =>
  keccak(hex(`0x${encodeArguments([word(needed)], [{ bytes: route.slice(2) }])}`))

/** The `bytes` of each entry before `there`, in order. */
const tailNames = {
  cross: ['permit', 'route'],
  crossOrder: ['signature', 'permit', 'route'],
  crossPermit2: ['signature', 'route'],
} as const satisfies Record<CrossCall['entry'], readonly ('signature' | 'permit' | 'route')[]>

/**
 * @throws RangeError for a call that the contract would always refuse, or would at its own least deposit, or whose network or
 *   deadline is no number of ours
 */
export function encodeCrossCall(call: CrossCall): Hex {
  const tails: readonly Tail[] = [
    ...tailNames[call.entry].map((name) => ({ bytes: (call[name] ?? noBytes).slice(2) })),
    { number: word(call.there.gas), bytes: call.there.route.slice(2) },
  ]
  const data = hex(`${crossingSelectors[call.entry]}${encodeArguments(encodeCrossWords(call.order), tails)}`)
  if (decodeCrossCall(data) === undefined) throw new RangeError('the contract would refuse this crossing as it stands')
  return data
}

/**
 * Decodes the calldata of a crossing. The signer is not checked.
 * @returns `undefined` for anything but the exact bytes {@link encodeCrossCall} writes for some call
 */
export function decodeCrossCall(data: Hex): CrossCall | undefined {
  const entry = (['cross', 'crossOrder', 'crossPermit2'] as const).find((name) =>
    data.startsWith(crossingSelectors[name]),
  )
  if (entry === undefined) return undefined
  const names = tailNames[entry]
  const kinds: readonly TailKind[] = [...names.map(() => 'bytes' as const), 'pair']
  const found = decodeArguments(data.slice(10), { words: crossType.length, tails: kinds })
  const order = found && decodeOrder(found.words)
  const last = found?.tails.at(-1)
  if (found === undefined || order === undefined || last === undefined || !('number' in last)) return undefined
  if (BigInt(`0x${last.number}`) >> 64n !== 0n) return undefined
  const bytes = (name: 'signature' | 'permit' | 'route') => {
    const index = (names as readonly string[]).indexOf(name)
    return hex(`0x${index < 0 ? '' : found.tails[index]?.bytes}`)
  }
  const [signature, permit] = [bytes('signature'), bytes('permit')]
  const call: CrossCall = {
    entry,
    order,
    signature: entry === 'cross' ? undefined : signature,
    permit: permit === noBytes ? undefined : permit,
    route: bytes('route'),
    there: { gas: gas(BigInt(`0x${last.number}`)), route: hex(`0x${last.bytes}`) },
  }
  return isAcceptable(call) ? call : undefined
}

function decodeOrder(words: readonly string[]): CrossOrder | undefined {
  const texts = crossType.map(({ type }, index) => {
    const value = BigInt(`0x${words[index]}`)
    if (type === 'bytes32') return `0x${words[index]}`
    return type === 'address' ? decodeAddress(value) : String(value)
  })
  if (texts.includes(undefined)) return undefined
  return Object.fromEntries(crossType.map(({ name }, index) => [name, texts[index]])) as CrossOrder
}

/** True if the contract can accept such a call, in some state of the chain, also when it deposits no more than it has to. */
function isAcceptable({ entry, order, permit, route, there }: CrossCall): boolean {
  if (permit !== undefined && unpackPermit(permit) === undefined) return false
  if (order.fromAsset === nativeToken && (entry !== 'cross' || permit !== undefined || order.swapFee !== '0'))
    return false
  if (order.arrivalHash !== computeArrivalHash(there)) return false
  return isOrderSound(order) && isSourceRoute(order, route) && isRouteThere(order, there)
}

function isOrderSound(order: CrossOrder): boolean {
  const small = [order.amountIn, order.swapFee, order.bridgeRate].every((text) => BigInt(text) >> 128n === 0n)
  // The contract takes more, which no order of ours states and no record can.
  const exact = [order.toNetwork, order.deadline].every((text) => BigInt(text) >> 53n === 0n)
  const positive = [order.amountIn, order.bridgeAmountMin, order.amountOutMin].every((text) => BigInt(text) > 0n)
  const parties = [
    order.sender,
    order.recipient,
    order.refundTo,
    order.bridgeAsset,
    order.toBridgeAsset,
    order.receiver,
  ]
  const paid = computeBridgePayment(order, BigInt(order.bridgeAmountMin))
  const plain = order.toAsset === order.toBridgeAsset
  return (
    small &&
    exact &&
    positive &&
    !parties.includes(nativeToken) &&
    BigInt(order.toDeadline) >> 32n === 0n &&
    (order.receiver !== order.recipient || plain) &&
    paid !== undefined &&
    (!plain || paid >= BigInt(order.amountOutMin))
  )
}

function isSourceRoute({ fromAsset, bridgeAsset }: CrossOrder, route: Hex): boolean {
  if (fromAsset === bridgeAsset) return route === noBytes
  const decoded = decodeRoute(route, fromAsset === nativeToken)
  return decoded !== undefined && fitsTokens(decoded, { tokenIn: evm(fromAsset), tokenOut: evm(bridgeAsset) })
}

/** The contract marks the route itself; with native currency it needs no mark. */
function isRouteThere({ receiver, recipient, toBridgeAsset, toAsset }: CrossOrder, { gas: needed, route }: Arrival) {
  if (receiver === recipient) return route === noBytes && needed === 0n
  if (toAsset === toBridgeAsset) return route === noBytes
  const decoded = decodeRoute(route, toAsset === nativeToken)
  if (decoded === undefined || decoded.throughRouter) return false
  return fitsTokens(decoded, { tokenIn: evm(toBridgeAsset), tokenOut: evm(toAsset) })
}
