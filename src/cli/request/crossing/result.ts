import type { Result } from '#cli/out/types'
import { crossLines } from '#cli/screens/crossing/status'
import { trackedView } from '#cli/views/crossing/tracked'
import { intentView } from '#cli/views/trade/intent'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { CrossOutcome } from '#domain/trade/crossing'

/** States in which something is left to the user, or to wait for, or all came back: what was asked is not done. */
const openStates: ReadonlySet<string> = new Set(['partial', 'expired', 'refunded', 'error'])

/** 15 if it ended, and not as asked; 0 also before its end. */
export const exitOf = (tracked: TrackedCrossing | undefined): number =>
  tracked !== undefined && openStates.has(tracked.state.state) ? 15 : 0

/** Of `status`, which with `--exit-status` says 16 until it has arrived. */
export const statusExitOf = (tracked: TrackedCrossing, exitStatus: boolean): number =>
  exitStatus && exitOf(tracked) === 0 && tracked.state.state !== 'success' ? 16 : exitOf(tracked)

export const crossResult = ({ intent, tracked }: CrossOutcome): Result => ({
  data: {
    ...intentView(intent),
    ...(tracked === undefined ? {} : { crossing: trackedView(tracked, intent.trade?.buy) }),
  },
  lines: (screen) => crossLines({ intent, tracked }, screen),
  meta: { network: intent.network, chainId: intent.chainId },
  exit: exitOf(tracked),
})
