import type { Address, Amount, Seconds } from '#domain/units'

/** Verifier of a token's signed approvals, as its own domain separator proves it. Source: EIP-712, EIP-2612. */
export interface PermitDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: Address
}

/** A signed approval before it is signed: valid once, for exactly `value`, until `deadline`. */
export interface PermitRequest {
  readonly domain: PermitDomain
  readonly owner: Address
  readonly spender: Address
  readonly value: Amount
  readonly nonce: bigint
  readonly deadline: Seconds
}

/**
 * A signed approval as DAI takes it: of everything, until it is revoked, even if its use expires. Source: the contract of
 * DAI, `permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, …)`.
 */
export interface DaiPermitRequest {
  readonly domain: PermitDomain
  readonly holder: Address
  readonly spender: Address
  readonly nonce: bigint
  /** The last second in which it can be submitted. */
  readonly expiry: Seconds
}
