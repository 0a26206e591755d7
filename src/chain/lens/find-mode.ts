import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import type { LensMode } from '#domain/chain/survey'
import { type CodeMode, createLensCall, parseLensAnswer } from './call.ts'

/** Best first. */
const modes: readonly CodeMode[] = ['override', 'create', 'revert']

/** Tries the lens on no pools, in each way at once. */
export async function findLensMode(endpoint: CheckedEndpoint): Promise<LensMode> {
  const nothing = { reach: { maxWords: 0, maxTicks: 0, range: 0 }, tokens: [], venues: [], pairs: [], pools: [] }
  const answers = await endpoint.ask(modes.map((mode) => createLensCall(mode, nothing, { start: 0, block: 'latest' })))
  return modes.find((mode, i) => parseLensAnswer(mode, answers[i]) !== undefined) ?? 'multicall'
}
