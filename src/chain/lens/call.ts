import { type RpcAnswer, type RpcCall, rpcCall, toQuantity } from '#chain/rpc/json-rpc'
import { findRevertData } from '#chain/rpc/revert-data'
import type { LensMode } from '#domain/chain/survey'
import { evm } from '#domain/units'
import { decodeLensAnswer, type LensAnswer } from './answer.ts'
import { lensCode } from './code.gen.ts'
import { encodeLensInput, type LensTask } from './input.ts'

/** The ways of running our own code in an `eth_call`. */
export type CodeMode = Exclude<LensMode, 'multicall'>

/** An unused address that gets the lens' code for the length of a call. */
const lensAddress = evm('0x000000000000000000000000000000006c656e73')

/** Keeps answers small enough for the strictest nodes (100,000 bytes) and for few TCP round trips. */
const outLimits = { override: 45_000, create: 24_576, revert: 45_000 } as const

/**
 * The `eth_call` that does `work` from item `start` on. It names no gas: some nodes refuse that, the others have a cap.
 */
export function createLensCall(
  mode: CodeMode,
  work: LensTask,
  at: { start: number; block: number | 'latest' },
): RpcCall {
  const input = encodeLensInput(work, { revert: mode === 'revert', outLimit: outLimits[mode], start: at.start })
  const block = at.block === 'latest' ? at.block : toQuantity(at.block)
  if (mode === 'override')
    return rpcCall('eth_call', { to: lensAddress, data: `0x${input}` }, block, { [lensAddress]: { code: lensCode } })
  return rpcCall('eth_call', { data: `${lensCode}${input}` }, block)
}

/** The answer of the lens; `undefined` if the node did not run it in this mode. */
export function parseLensAnswer(mode: CodeMode, answer: RpcAnswer | undefined): LensAnswer | undefined {
  if (answer === undefined) return undefined
  const data = mode === 'revert' ? ('error' in answer ? findRevertData(answer.error) : '0x') : resultText(answer)
  try {
    return decodeLensAnswer(data)
  } catch (error) {
    // a node that ignores the override answers `0x`; one that prefixes or cuts revert data answers something else
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const resultText = (answer: RpcAnswer): string =>
  'result' in answer && typeof answer.result === 'string' ? answer.result : '0x'
