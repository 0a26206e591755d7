import fc from 'fast-check'
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { anySize } from '../sizes.ts'

const [maxBits, maxTokens] = [113, 8]

/**
 * Trades between any two tokens of a pool, from one unit to a multiple of its balance; occasionally far more, from
 * which some pools never recover.
 * @param holds of each token, smallest units
 */
export const anyPlan = <State>(holds: (state: State) => readonly bigint[]): fc.Arbitrary<(state: State) => Trade> =>
  fc
    .tuple(fc.nat(maxTokens), fc.nat(maxTokens), anySize(maxBits), fc.nat(199))
    .map(([first, second, n, chance]) => (state) => {
      const held = holds(state)
      const from = first % held.length
      const to = (from + 1 + (second % (held.length - 1))) % held.length
      const bits = BigInt(chance === 0 ? maxBits : (held[from] ?? 0n).toString(2).length + 2)
      const size = (BigInt(n.toString(2).length) * bits) / BigInt(maxBits)
      return { from, to, amountIn: amount((n & ((1n << size) - 1n)) + 1n) }
    })
