import { evm } from '#domain/units'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import {
  drawBalances,
  type FamilyDraw,
  type FamilyPool,
  type GeneratedFamily,
  type PoolDraw,
  pickSome,
  scaleOf,
  wad,
} from '#test/generated-market/draw'
import { toUnits } from '#test/generated-market/tokens'

function curveStableState(draw: PoolDraw): CurveStableState {
  return {
    balances: drawBalances(draw),
    rates: draw.tokens.map((token) => scaleOf(token) * wad),
    amplification: BigInt(Math.round(draw.random.scale(100, 2_000))) * 100n,
    precision: 100n,
    dividedOnce: false,
    feeE10: 1_000_000n,
    adminFeeE10: 5_000_000_000n,
  }
}

/** A metapool: its own token against shares of a pool below it. */
function metaPoolState(draw: PoolDraw, base: CurveStableState): CurveStableState {
  const own = draw.tokens[0]
  if (own === undefined) throw new RangeError('a metapool has a token of its own')
  const held = toUnits(own, draw.dollars)
  const supply = base.balances.reduce((sum, balance, i) => sum + (balance * (base.rates[i] ?? wad)) / wad, 0n)
  return {
    ...curveStableState(draw),
    balances: [held, (held * scaleOf(own) * 98n) / 100n],
    rates: [scaleOf(own) * wad, (wad * 101n) / 100n],
    over: { base, supply: (supply * 100n) / 101n, keepsRate: false },
  }
}

/** Three stable tokens, or a metapool over the first three, which all metapools share. */
function drawPool({ random, tokens, dollars }: FamilyDraw): FamilyPool {
  if (random() < 0.7) {
    const own = pickSome(random, tokens.stables, 2 + Math.floor(random() * 2))
    return { tokens: own, feePpm: 100, state: curveStableState({ random, tokens: own, dollars }) }
  }
  const below = tokens.stables.slice(0, 3)
  const own = random.pick(tokens.stables.slice(3))
  const base = curveStableState({ random, tokens: below, dollars: 10 * dollars })
  const state = metaPoolState({ random, tokens: [own], dollars }, base)
  const share = { ...own, address: evm(`0x${'5a'.repeat(20)}`), decimals: 18, dollars: 1.01 }
  return { tokens: [own, share, ...below], feePpm: 100, state, base: evm(`0x${'ba'.repeat(20)}`) }
}

export const generated: GeneratedFamily = { kind: 'curve-stable', draw: drawPool }
