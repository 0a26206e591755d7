import type { DeployedContracts } from '#app/deployed-contracts'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { Bridge } from '#domain/crossing/bridge'
import type { CrossQuoteStore } from '#domain/crossing/cross-quote'
import type { Network } from '#domain/network'
import type { Lane, RelayStore } from '#domain/relay/relay'
import type { QuoteStore, SwapRecords } from '#domain/service/stores'
import type { Accounts, Signer } from '#domain/trade/accounts'
import type { NetworkName, Wei } from '#domain/units'

/** Moments between which a process may die, in their order: each of them is tried (`scripts/test-relay.mjs`). */
export const relayPoints = ['accepted', 'signed', 'stored', 'begun', 'sent', 'looked', 'ended'] as const
export type RelayPoint = (typeof relayPoints)[number]

/** External dependencies of a relayer: one account, the same on every network. */
export interface RelayContext {
  readonly clock: Clock
  readonly uuid: () => string
  readonly chain: (network: NetworkName) => Promise<Chain>
  readonly contracts: DeployedContracts
  readonly quotes: QuoteStore
  readonly crossQuotes: Pick<CrossQuoteStore, 'find'>
  readonly bridges: readonly Bridge[]
  readonly relays: RelayStore
  readonly swaps: Pick<SwapRecords, 'find'>
  /** Never a user's account: it pays the gas of orders, and nothing else. */
  readonly signer: Signer
  readonly recover: Accounts['recover']
  /** What each lane may spend in 24 hours, in wei; a network without a cap has no lane. */
  readonly caps: ReadonlyMap<NetworkName, Wei>
  readonly limits: RelayerLimits
  /** A failure that the next tick meets again, or does not. */
  readonly failed: (network: NetworkName, error: unknown) => void
  /** For tests: called at each point, before what follows it. */
  readonly reached?: (point: RelayPoint) => void
}

/** What it takes to tell what becomes of an order without signing anything for it. */
export type FollowContext = Pick<
  RelayContext,
  'clock' | 'chain' | 'quotes' | 'crossQuotes' | 'relays' | 'swaps' | 'failed' | 'reached'
>

export interface RelayerLimits {
  /** How many orders of one owner may be open, or have reverted in the last 24 hours. */
  readonly maxOfOwner: number
  /** Seconds after which a version that no block holds is replaced, if the fees have risen. */
  readonly replaceAfterSeconds: number
  /** false: an expired order keeps its nonce, and so the lane waits. Only to show what cancellations are for. */
  readonly cancels: boolean
}

export const defaultRelayerLimits = {
  maxOfOwner: 3,
  replaceAfterSeconds: 24,
  cancels: true,
} as const satisfies RelayerLimits

export const laneOf = ({ signer }: Pick<RelayContext, 'signer'>, { name, chainId }: Network): Lane => ({
  network: name,
  chainId,
  relayer: signer.address,
})
