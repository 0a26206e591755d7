/** One direction of a pool for the search. */
import { stableStretches, weightedStretches } from '#amm/vault-stretches'
import type { Stretches, Trade } from '#domain/protocol'
import { wad, wadMulDown } from '#math/wad'
import { gasOf } from './gas.ts'
import type { PoolToken, State } from './state.ts'

export function stretchesOf(state: State, way: Pick<Trade, 'from' | 'to'>): Stretches {
  const { tokens, curve, swapFee } = state
  const [sold, bought] = [tokens[way.from], tokens[way.to]]
  if (sold === undefined || bought === undefined) throw new RangeError('no such two tokens')
  const sides = { sold: sideOf(sold), bought: sideOf(bought), swapFee, gas: Number(gasOf(state, way)) }
  if (curve.type === 'weighted') {
    return weightedStretches(sides, curve.weights[way.from] ?? wad, curve.weights[way.to] ?? wad)
  }
  const balances = tokens.map(({ raw, scaling }) => wadMulDown(raw, scaling))
  return stableStretches(sides, { rounding: 'v2', amplification: curve.amplification, balances }, way)
}

const sideOf = ({ raw, scaling }: PoolToken) => ({ raw, unit: Number(scaling) / 1e18 })
