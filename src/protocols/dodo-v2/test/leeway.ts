import type { DodoState } from '#protocols/dodo-v2/state'
import type { Leeway } from '#test/conformance/family'

/** The targets have a relative error, larger with a flat curve, and so has the price of quote for base. */
export const leeway: Leeway<DodoState> = {
  /** A square root is rounded to a unit before it is divided by twice the slope. */
  maxOutputStep: ({ slope }) => (slope === 0n ? 0n : 2n + (2n * 10n ** 18n) / slope),
  maxRoundTripGain: getMaxGain,
}

/** When nothing is left of a token, the contract forgets its target. */
const anything = 1n << 256n

/** @param after the trade: determines the value of a unit of the output token */
function getMaxGain(state: DodoState, sold: number, after: DodoState): bigint {
  const { price, slope, reserves } = state
  const [k, flat] = [Number(slope) / 1e18, Number(10n ** 18n - slope) / 1e18]
  const worth = sold === 0 ? 1e18 / Number(price) : Number(price) / 1e18
  const [held, other] = [Number(reserves[sold] ?? 0n), Number(reserves[1 - sold] ?? 0n) * worth]
  const [left, target] = [Number(after.reserves[1 - sold] ?? 0n), Number(after.targets[1 - sold] ?? 0n)]
  if (left === 0) return anything
  const part = Number(price) / 1e36 + 1e-17 + (k > 0 ? 2 / Number(slope) : 0)
  const curved = k > 0 && flat > 0 ? 3 / flat + 2 / Math.sqrt(k * flat) + left / (k * Math.max(1, target)) : 0
  const margin = worth * (flat + k * (target / left) ** 2)
  const units = 4 + curved + target * 1e-17
  return surplusOf(state, sold) + BigInt(Math.ceil(units * (1 + margin) + part * (held + other + target * margin)))
}

/** What a pool at equilibrium has of a token above its target: it is paid out once the pool is short of the other one. */
function surplusOf({ short, reserves, targets }: DodoState, i: number): bigint {
  const surplus = (reserves[i] ?? 0n) - (targets[i] ?? 0n)
  return short === 'neither' && surplus > 0n ? surplus : 0n
}
