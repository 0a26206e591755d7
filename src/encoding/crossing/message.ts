/** What travels with a deposit, the claims it may become, and the calls that close them. */
import { addressWord, word } from '#domain/calls/words'
import type { Claim, Delivery, DeliveryMessage } from '#domain/crossing/delivery'
import { type Address, amount, gas, type Hex, hex, nativeToken, seconds } from '#domain/units'
import { decodeArguments, encodeArguments } from '#encoding/abi-arguments'
import { crossingSelectors, crossingTopics } from '#encoding/contracts/crossing.gen'
import { keccak } from '#encoding/keccak'
import { decodeAddress } from '#encoding/words'

const deliveryWords = 5
const claimWords = deliveryWords + 3

/** The message as the source's contract writes it. @throws RangeError for a number that does not fit. */
export function encodeMessage({ delivery, gas: needed, route }: DeliveryMessage): Hex {
  return hex(`0x${encodeArguments([...encodeDelivery(delivery), word(needed)], [{ bytes: route.slice(2) }])}`)
}

/** @returns `undefined` for anything but the exact bytes {@link encodeMessage} writes, so for the messages of others */
export function decodeMessage(message: Hex): DeliveryMessage | undefined {
  const found = decodeArguments(message.slice(2), { words: deliveryWords + 1, tails: ['bytes'] })
  const delivery = found && decodeDelivery(found.words)
  const needed = BigInt(`0x${found?.words[deliveryWords] ?? 0}`)
  if (found === undefined || delivery === undefined || needed >> 64n !== 0n) return undefined
  return { delivery, gas: gas(needed), route: hex(`0x${found.tails[0]?.bytes}`) }
}

/** The claim that the contract keeps if it cannot deliver `arrived` of `token`. */
export function toClaim(token: Address, arrived: bigint, { delivery, route }: DeliveryMessage): Claim {
  return { token, amount: amount(arrived), delivery, routeHash: keccak(route) }
}

/** Under which the contract counts a claim: the topic of `Parked` and `Closed`, the key of `claims`. */
export const computeClaimId = (claim: Claim): Hex => keccak(hex(`0x${encodeClaim(claim).join('')}`))

/** `retry`: delivers a claim by `route`. The contract refuses any but the message's route unless the recipient calls. */
export function encodeRetry(claim: Claim, route: Hex): Hex {
  return hex(`${crossingSelectors.retry}${encodeArguments(encodeClaim(claim), [{ bytes: route.slice(2) }])}`)
}

/** `release`: pays a claim out as it is, to its recipient. */
export const encodeRelease = (claim: Claim): Hex => hex(`${crossingSelectors.release}${encodeClaim(claim).join('')}`)

export type ClaimCall =
  | { readonly entry: 'retry'; readonly claim: Claim; readonly route: Hex }
  | { readonly entry: 'release'; readonly claim: Claim }

/** @returns `undefined` for anything but the exact bytes of {@link encodeRetry} or {@link encodeRelease} */
export function decodeClaimCall(data: Hex): ClaimCall | undefined {
  const entry = (['retry', 'release'] as const).find((name) => data.startsWith(crossingSelectors[name]))
  if (entry === undefined) return undefined
  const found = decodeArguments(data.slice(10), { words: claimWords, tails: entry === 'retry' ? ['bytes'] : [] })
  const claim = found && decodeClaim(found.words)
  if (found === undefined || claim === undefined) return undefined
  return entry === 'release' ? { entry, claim } : { entry, claim, route: hex(`0x${found.tails[0]?.bytes}`) }
}

/** The claim of a `Parked` log; the caller has checked who emitted it. @returns `undefined` for any other log */
export function readParked({
  topics,
  data,
}: {
  readonly topics: readonly string[]
  readonly data: string
}): { readonly id: Hex; readonly claim: Claim; readonly reason: Hex } | undefined {
  const words = data.slice(2).match(/.{64}/g) ?? []
  if (topics[0] !== crossingTopics.Parked || words.length !== claimWords + 1) return undefined
  const claim = decodeClaim(words)
  if (claim === undefined || computeClaimId(claim) !== topics[1]) return undefined
  return { id: computeClaimId(claim), claim, reason: hex(`0x${words[claimWords]?.slice(0, 8)}`) }
}

/**
 * A claim that the payment of a deposit became, by the logs of the transaction that paid. It is never less than what was
 * to be paid: the payer may have the contract keep a claim of one unit beside it, with the same words.
 */
export function findParked(
  logs: readonly { readonly address: Address; readonly topics: readonly string[]; readonly data: string }[],
  crossing: Address,
  deposit: { readonly receiver: Address; readonly toAsset: Address; readonly paid: bigint; readonly message: Hex },
): ReturnType<typeof readParked> {
  const message = decodeMessage(deposit.message)
  if (deposit.receiver !== crossing || message === undefined) return undefined
  return logs
    .filter(({ address }) => address === crossing)
    .flatMap((log) => readParked(log) ?? [])
    .find(
      ({ id, claim }) =>
        claim.amount >= deposit.paid && id === computeClaimId(toClaim(deposit.toAsset, claim.amount, message)),
    )
}

function encodeDelivery({ router, toAsset, recipient, amountOutMin, deadline }: Delivery): readonly string[] {
  return [addressWord(router), addressWord(toAsset), addressWord(recipient), word(amountOutMin), word(deadline)]
}

function decodeDelivery(words: readonly string[]): Delivery | undefined {
  const [router, toAsset, recipient, amountOutMin = 0n, deadline = 0n] = words.map((text) => BigInt(`0x${text}`))
  const parties = [router, toAsset, recipient].map((value) => decodeAddress(value ?? -1n))
  const [routerAddress, asset, to] = parties
  if (routerAddress === undefined || asset === undefined || to === undefined || to === nativeToken) return undefined
  if (deadline >> 32n !== 0n) return undefined
  return {
    router: routerAddress,
    toAsset: asset,
    recipient: to,
    amountOutMin: amount(amountOutMin),
    deadline: seconds(Number(deadline)),
  }
}

function encodeClaim({ token, amount: held, delivery, routeHash }: Claim): readonly string[] {
  return [addressWord(token), word(held), ...encodeDelivery(delivery), routeHash.slice(2)]
}

function decodeClaim(words: readonly string[]): Claim | undefined {
  const token = decodeAddress(BigInt(`0x${words[0]}`))
  const delivery = decodeDelivery(words.slice(2, 2 + deliveryWords))
  if (token === undefined || delivery === undefined) return undefined
  const routeHash = hex(`0x${words[claimWords - 1]}`)
  return { token, amount: amount(BigInt(`0x${words[1]}`)), delivery, routeHash }
}
