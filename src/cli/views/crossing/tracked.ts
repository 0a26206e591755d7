import { amountView } from '#cli/views/amount'
import { formatTime } from '#domain/api/plain'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { Token } from '#domain/token'
import { checksum } from '#text/checksum'

/** A crossing as both chains show it. @param buy the token bought, if it is known: amounts are raw otherwise */
export function trackedView(tracked: TrackedCrossing, buy?: Token) {
  const { network, hash, state, unsettled, target, received, recoveries } = tracked
  const isBought = received !== undefined && received.token === buy?.address
  return {
    state: state.state,
    ...(unsettled === undefined ? {} : { unsettled }),
    network,
    hash,
    ...(target === undefined ? {} : { toNetwork: target.network, toChainId: target.chainId, bridge: target.bridge }),
    ...('deposit' in state ? { deposit: depositView(state.deposit) } : {}),
    ...('payment' in state ? { toHash: state.payment } : {}),
    ...('refund' in state ? { refundHash: state.refund } : {}),
    ...('claim' in state
      ? {
          claim: {
            isOpen: state.isOpen,
            token: checksum(state.claim.token),
            amount: String(state.claim.amount),
            recipient: checksum(state.claim.delivery.recipient),
          },
        }
      : {}),
    ...(received?.amount === undefined
      ? {}
      : {
          receivedRaw: String(received.amount),
          ...(isBought && buy !== undefined ? { received: amountView(received.amount, buy) } : {}),
        }),
    recoveries: recoveries.map(({ action, by, until, isLapsed }) => ({
      action,
      by: by === undefined ? null : checksum(by),
      until: until === undefined ? null : formatTime(until),
      ...(isLapsed && { isLapsed }),
    })),
  }
}

const depositView = ({ asset, amount, paid, toAsset, refundTo, deadline }: Deposit) => ({
  token: checksum(asset),
  amount: String(amount),
  toToken: checksum(toAsset),
  paid: String(paid),
  refundTo: refundTo === undefined ? null : checksum(refundTo),
  deadline: deadline === undefined ? null : formatTime(deadline),
})

type Deposit = Extract<TrackedCrossing['state'], { readonly deposit: unknown }>['deposit']
