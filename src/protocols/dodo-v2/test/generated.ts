import type { DodoState } from '#protocols/dodo-v2/state'
import { type GeneratedFamily, type PairDraw, toPair, wad } from '#test/generated-market/draw'
import { getUnitPrice, toUnits } from '#test/generated-market/tokens'

function stateOf({ random, tokens: [base, quote], dollars, skew }: PairDraw): DodoState {
  const reserves = [toUnits(base, dollars), toUnits(quote, dollars)] as const
  return {
    vending: false,
    reserves,
    targets: reserves,
    short: 'neither',
    price: BigInt(Math.round(getUnitPrice(base, quote) * skew * 1e15)) * 1_000n,
    slope: random.pick([wad / 10n, wad / 2n, wad]),
    fees: { pool: 2_400_000_000_000_000n, maintainer: 600_000_000_000_000n },
    keepsRest: true,
  }
}

export const generated: GeneratedFamily = {
  kind: 'dodo-v2',
  draw(draw) {
    const [one, other] = draw.pair
    // its price has 18 decimals only
    const pair = getUnitPrice(one, other) < 1 ? ([other, one] as const) : draw.pair
    return { tokens: pair, feePpm: 3_000, state: stateOf(toPair({ ...draw, pair })) }
  },
}
