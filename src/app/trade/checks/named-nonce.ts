import { fail } from '#domain/errors'
import type { SwapRequest } from '#domain/trade/trader'

/** Before an approval is sent: which of the two transactions would get the nonce? @throws `USAGE` if one is named. */
export function refuseNonceWithApproval({ nonce }: Pick<SwapRequest, 'nonce'>): void {
  if (nonce === undefined) return
  throw fail('USAGE', {
    reason: '--nonce is for one transaction, but the swap needs an approval first.',
    fix: 'approve it first: swapline approve <quote>, or sign it with the swap: --approve permit',
  })
}
