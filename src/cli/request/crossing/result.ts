import type { Result } from '#cli/out/types'
import { crossLines } from '#cli/screens/crossing/status'
import { trackedView } from '#cli/views/crossing/tracked'
import { intentView } from '#cli/views/trade/intent'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { CrossOutcome } from '#domain/trade/crossing'

/** States that leave something to the user, or to wait for: a part is not done. */
const openStates: ReadonlySet<string> = new Set(['partial', 'expired', 'error'])

/** 15 if it ended, and not as asked. */
export const exitOf = (tracked: TrackedCrossing | undefined): number =>
  tracked !== undefined && openStates.has(tracked.state.state) ? 15 : 0

export const crossResult = ({ intent, tracked }: CrossOutcome): Result => ({
  data: {
    ...intentView(intent),
    ...(tracked === undefined ? {} : { crossing: trackedView(tracked, intent.trade?.buy) }),
  },
  lines: (screen) => crossLines({ intent, tracked }, screen),
  meta: { network: intent.network, chainId: intent.chainId },
  exit: exitOf(tracked),
})
