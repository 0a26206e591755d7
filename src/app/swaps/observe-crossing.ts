import type { SwapsContext } from '#app/swaps/context'
import type { CrossingState } from '#domain/crossing/bridge'
import { isFailure } from '#domain/errors'
import { toAgreedFacts } from '#domain/journal/swap'
import type { MinedSwap, SwapRecord } from '#domain/service/swap-record'
import type { Hex } from '#domain/units'

type Observation = Pick<SwapRecord, 'status' | 'substatus' | 'mined' | 'amountOut' | 'reason' | 'crossing'>

/**
 * A deposit that was not paid in time stays `bridging`, with the substatus `expired`: the refund is still to come, and a
 * final state would end every client's asking.
 */
const statuses: Readonly<Record<CrossingState['state'], readonly [SwapRecord['status'], SwapRecord['substatus']]>> = {
  pending: ['pending', 'mined'],
  // the receipt that was read just before says that it succeeded: its chain changes
  error: ['pending', 'mined'],
  bridging: ['bridging', 'mined'],
  expired: ['bridging', 'expired'],
  success: ['success', 'confirmed'],
  partial: ['partial', 'confirmed'],
  refunded: ['refunded', 'confirmed'],
}

/**
 * Why what became of it is unknown: anyone may call our contract with a bridge of their own, or for a network that we do not
 * know.
 * @throws `error` itself if asking again may tell
 */
function whyUnknown(error: unknown): string {
  if (isFailure(error, 'CHECK_FAILED')) return error.details.reason
  if (isFailure(error, 'SWAP_NOT_FOUND')) return 'no bridge that this program knows has taken its deposit'
  if (isFailure(error, 'NETWORK_NOT_SUPPORTED')) return 'its deposit leads to a network that this program does not know'
  throw error
}

/**
 * A mined crossing, as both networks show it. What contradicts itself, as a transaction with several deposits, is unknown: a
 * failure would end every look at it.
 */
export async function observeCrossing(
  { crossing }: Pick<SwapsContext, 'crossing'>,
  record: SwapRecord & { readonly transactionHash: Hex },
  receipt: MinedSwap,
): Promise<Observation> {
  const mined = toAgreedFacts(receipt)
  const tracked = await crossing.track(record.network, record.transactionHash).catch(whyUnknown)
  if (typeof tracked === 'string')
    return { status: 'bridging', substatus: 'unknown', mined, amountOut: undefined, reason: tracked }
  const { state, target, received } = tracked
  const [status, substatus] = statuses[state.state]
  return {
    status,
    substatus,
    mined,
    amountOut: received?.amount,
    reason: undefined,
    crossing: {
      toChainId: record.crossing?.toChainId ?? target?.chainId ?? 0,
      ...(target === undefined ? {} : { toNetwork: target.network }),
      ...('payment' in state ? { toTransactionHash: state.payment } : {}),
      ...(state.state === 'partial' && state.isOpen ? { hasOpenClaim: true } : {}),
    },
  }
}
