import type { Result } from '#cli/out/types'
import { intentView } from '#cli/views/trade/intent'
import type { Intent } from '#domain/journal/swap'

/** An intent as a command's result: the same document in every command. */
export const intentResult = (intent: Intent, lines: Result['lines']): Result => ({
  data: intentView(intent),
  lines,
  meta: { network: intent.network, chainId: intent.chainId },
})
