import type { Clock } from '#domain/clock'
import type { Bridge } from '#domain/crossing/bridge'
import type { Journal } from '#domain/journal/journal'
import type { Network } from '#domain/network'
import type { PolicyFiles } from '#domain/policy/policy'
import type { NetworkName } from '#domain/units'

export interface PolicyContext {
  readonly clock: Pick<Clock, 'now'>
  readonly files: PolicyFiles
  /** Opened if a policy has limits of a day, and for orders, which are stored with their signature. */
  readonly journal: () => Promise<Pick<Journal, 'list' | 'listOrders' | 'recordOrder'>>
  readonly entryOf: (name: NetworkName) => Network
  /** Those that a crossing may name; loaded for a signature. */
  readonly bridges: () => Promise<readonly Pick<Bridge, 'listRoutes'>[]>
  /** Runs while no other process with this state directory signs under a policy, or changes one. */
  readonly lock: <T>(work: () => Promise<T>) => Promise<T>
}
