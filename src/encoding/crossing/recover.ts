import type { CrossingState, Recovery } from '#domain/crossing/bridge'
import { type Address, noBytes, type Seconds } from '#domain/units'
import { decodeMessage, encodeRelease, encodeRetry } from './message.ts'

/**
 * What can be done about a payment that could not be delivered: for a bridge that completes and refunds by itself, only
 * an open claim leaves something to do.
 * @param crossing the destination's crossing contract
 * @param now the destination's head
 */
export function listClaimRecoveries(state: CrossingState, crossing: Address, now: Seconds): readonly Recovery[] {
  if (state.state !== 'partial' || !state.isOpen) return []
  const { claim } = state
  const { recipient, deadline } = claim.delivery
  const release: Recovery = {
    action: 'release',
    to: crossing,
    data: encodeRelease(claim),
    by: now > deadline ? undefined : recipient,
    until: undefined,
  }
  const route = decodeMessage(state.deposit.message)?.route ?? noBytes
  const isSwap = claim.delivery.toAsset !== claim.token
  if (isSwap && now > deadline) return [release]
  const retry: Recovery = {
    action: 'retry',
    to: crossing,
    data: encodeRetry(claim, route),
    by: undefined,
    until: isSwap ? deadline : undefined,
  }
  return [retry, release]
}
