import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { backAndForth, type GasCase } from '#test/conformance/adapters/gas'
import { type OverSetting, openOver, overSettings } from './meta-pools.ts'
import { openPools } from './pools.ts'

const ether = 10n ** 18n
const million = 10n ** 6n
const amounts = [1_000n * ether, 1_000n * ether, 1_000n * ether, 1_000n * ether]
const worths = [ether, ether, ether, ether]

const alone: readonly GasCase<CurveStableState>[] = [
  { which: 0, ...backAndForth([1, 2], [million, million]) },
  { which: 1, ...backAndForth() },
  { which: 5, ...backAndForth() },
  { which: 7, ...backAndForth([2, 3], [million, million]) },
].map(({ which, ...trades }) => ({
  name: `pool ${which}`,
  open: async (fixture) => (await openPools(fixture))({ which, amounts, worths }),
  ...trades,
}))

const over: readonly GasCase<CurveStableState>[] = (
  [
    [1, [2, 0]],
    [1, [0, 3]],
    [2, [2, 0]],
    [3, [0, 1]],
    [3, [0, 2]],
    [4, [2, 0]],
    [5, [4, 0]],
  ] as const
).map(([which, [a, b]]) => {
  const { own, base } = overSettings[which] as OverSetting
  const unitOf = (token: number) => 10n ** BigInt([...own.decimals, ...base.decimals][token] ?? 18)
  const shares = { worths, shares: million, held: 300_000n, skew: 1_000n }
  return {
    name: `metapool ${which}, ${a} and ${b}`,
    open: async (fixture) =>
      (await openOver(fixture))({ which, amounts, ...shares, kept: { rate: million, age: 601n } }),
    ...backAndForth([a, b], [unitOf(a) / 200n, unitOf(b) / 200n]),
  }
})

export const gas = [...alone, ...over]
