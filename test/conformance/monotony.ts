/** The law that a pool gives no less for a larger input, apart from what its family states. */
import { expect } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { leewayOf } from './leeway.ts'

export interface SizedTrade {
  readonly way: { readonly state: unknown; readonly from: number; readonly to: number }
  readonly amountIn: bigint
}

/**
 * Compares the output for `amountIn` with that for `more` on top of it. A pool that refuses the larger input refuses
 * any still larger one too, unless both outputs are within the rounding that may also make them nothing.
 */
export function expectNoLessForMore(protocol: Protocol<unknown>, { way, amountIn }: SizedTrade, more: bigint): void {
  const outOf = (n: bigint) => protocol.amountOut(way.state, { from: way.from, to: way.to, amountIn: amount(n) })
  const [little, much] = [outOf(amountIn), outOf(amountIn + more)]
  if (little === undefined) return
  const least = leastFor(protocol.kind, way, little)
  if (much !== undefined) expect(much).toBeGreaterThanOrEqual(least)
  else if (least > 0n) expect(outOf(amountIn + 2n * more)).toBeUndefined()
}

/** The output of a smaller input, as the minimum for a larger one. */
function leastFor(kind: string, { state, to }: SizedTrade['way'], little: bigint): bigint {
  const leeway = leewayOf(kind)
  const [moved, stepped] = [leeway.maxFeeSpread(state), leeway.maxOutputStep(state, to)]
  return (moved === 0 ? little : (little * BigInt(Math.floor((1 - moved) * 1e10))) / 10n ** 10n - 1n) - stepped
}
