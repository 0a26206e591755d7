import type { LensMode } from '#domain/ports'
import { evm } from '#domain/units'
import { call, quantity, type RpcAnswer, type RpcCall } from './json-rpc.ts'
import { decodeLensAnswer, type LensAnswer } from './lens-answer.ts'
import { lensCode } from './lens-code.gen.ts'
import { encodeLensInput, type LensWork } from './lens-input.ts'
import { revertData } from './revert-data.ts'

/** The ways of running our own code in an `eth_call`. */
export type CodeMode = Exclude<LensMode, 'multicall'>

/** Nobody's account, which wears the lens for the length of a call. */
const stage = evm('0x000000000000000000000000000000006c656e73')

/** Answers stay small enough for the strictest nodes (100,000 bytes) and for few TCP round trips. */
const outLimits = { override: 45_000, create: 24_576, revert: 45_000 } as const

/** The `eth_call` that does `work` from item `start` on. No gas is named: some nodes refuse, the others have a cap. */
export function lensCall(mode: CodeMode, work: LensWork, at: { start: number; block: number | 'latest' }): RpcCall {
  const input = encodeLensInput(work, { revert: mode === 'revert', outLimit: outLimits[mode], start: at.start })
  const block = at.block === 'latest' ? at.block : quantity(at.block)
  if (mode === 'override')
    return call('eth_call', { to: stage, data: `0x${input}` }, block, { [stage]: { code: lensCode } })
  return call('eth_call', { data: `${lensCode}${input}` }, block)
}

/** What the lens answered; `undefined` where the node did not run it in this mode. */
export function lensAnswer(mode: CodeMode, answer: RpcAnswer | undefined): LensAnswer | undefined {
  if (answer === undefined) return undefined
  const data = mode === 'revert' ? ('error' in answer ? revertData(answer.error) : '0x') : resultText(answer)
  try {
    return decodeLensAnswer(data)
  } catch (error) {
    // a node that ignores the override answers `0x`, one that prefixes or cuts revert data something else
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const resultText = (answer: RpcAnswer): string =>
  'result' in answer && typeof answer.result === 'string' ? answer.result : '0x'
