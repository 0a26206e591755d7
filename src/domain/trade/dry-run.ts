import type { Token } from '#domain/token'
import type { Address, Amount, Gas } from '#domain/units'

/** What a simulation took for granted instead of what the chain says. */
export interface Assumption {
  readonly of: 'balance' | 'allowance'
  readonly token: Token
  readonly owner: Address
  /** Of an allowance: who may spend it. */
  readonly spender?: Address
  /** On the chain now. */
  readonly actual: Amount
  readonly assumed: Amount
}

/** A swap that was executed by a node and not sent. */
export interface SimulatedSwap {
  /** `undefined` if the router is not ours: what it returns is unknown. */
  readonly amountOut: Amount | undefined
  /** `undefined` if no endpoint tells it (`eth_simulateV1`). */
  readonly gasUsed: Gas | undefined
  /** Empty if the account has everything that the swap needs. */
  readonly assumed: readonly Assumption[]
}
