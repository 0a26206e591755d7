/** Who has what, where, if a crossing of a bridge whose payments anyone completes does not end as quoted. */
import type { BridgeRoute, FailureOutcome } from '#domain/crossing/bridge'
import type { CrossOrder } from '#domain/crossing/cross-order'
import { evm, seconds } from '#domain/units'

/** What was sent is final: nothing comes back on the source. */
export function listCompletionFailures(
  { to, toAsset }: BridgeRoute,
  order: Pick<CrossOrder, 'recipient' | 'receiver'>,
): readonly FailureOutcome[] {
  const there = {
    asset: toAsset.address,
    network: to,
    owner: evm(order.recipient),
    from: seconds(0),
    isAutomatic: false,
  } as const
  const uncompleted: FailureOutcome = { failure: 'nobody_completes', ...there }
  return order.receiver === order.recipient ? [uncompleted] : [uncompleted, { failure: 'swap_fails', ...there }]
}
