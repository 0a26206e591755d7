/** One direction of a pool for the search. */
import { vaultStretches } from '#amm/vault-stretches'
import type { Stretches, Trade } from '#domain/protocol'
import { wadMulDown } from '#math/wad'
import { gasOf } from './gas.ts'
import type { State } from './state.ts'

export const stretchesOf = (state: State, way: Pick<Trade, 'from' | 'to'>): Stretches =>
  vaultStretches(state, way, {
    rounding: 'v2',
    gas: Number(gasOf(state, way)),
    unitOf: ({ scaling }) => Number(scaling) / 1e18,
    balanceOf: ({ raw, scaling }) => wadMulDown(raw, scaling),
  })
