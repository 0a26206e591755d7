import { expect, test } from 'vitest'
import { evm } from '#domain/units'
import { protocol } from '#protocols/maverick-v2/index'
import { createRandom } from '#test/generated-market/random'
import { maverickState } from './generated.ts'

test('gas does not fall where the known ticks end: bounds count the least of any segment', () => {
  const token = (n: number, decimals: number, dollars: number) => ({
    address: evm(`0x${`${n}`.repeat(40)}`),
    decimals,
    dollars,
  })
  const tokens = [token(1, 18, 2_500), token(2, 6, 1)] as const
  const state = maverickState({ random: createRandom(7), tokens, dollars: 1_000_000, skew: 1 })
  const { activeTick } = state
  const part = { ...state, knownFrom: activeTick - 12, knownTo: activeTick + 12 }
  for (const from of [0, 1]) {
    const segments = protocol.segments?.(part, { from, to: 1 - from })
    expect(segments?.isComplete).toBe(false)
    expect(segments?.liquidity.at(-1)).toBe(0)
    expect(segments?.gas.length).toBeGreaterThan(10)
    expect(Math.min(...(segments?.gas ?? []))).toBe(segments?.gas[0])
    expect(segments?.gas[0]).toBe(44_500)
  }
})
