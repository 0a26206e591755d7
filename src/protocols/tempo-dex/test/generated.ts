import type { TempoBook } from '#protocols/tempo-dex/swap'
import { type GeneratedFamily, type PairDraw, pickSome, toPair } from '#test/generated-market/draw'
import { toUnits } from '#test/generated-market/tokens'

/** Of two tokens of six decimals. */
function stateOf({ random, tokens: [base], dollars }: PairDraw): TempoBook {
  const side = (sign: number) => ({
    orders: Array.from({ length: 12 }, (_, i) => ({
      remaining: toUnits(base, dollars / 12),
      tick: sign * (10 + 10 * i + Math.floor(random() * 10)),
      flips: false,
    })),
    isWhole: true,
  })
  return { bids: side(-1), asks: side(1) }
}

export const generated: GeneratedFamily = {
  kind: 'tempo-dex',
  draw(draw) {
    const six = draw.tokens.stables.filter(({ decimals }) => decimals === 6)
    const [base, quote] = pickSome(draw.random, six, 2)
    if (base === undefined || quote === undefined) throw new RangeError('too few tokens of six decimals')
    return { tokens: [base, quote], feePpm: 0, state: stateOf({ ...toPair(draw), tokens: [base, quote] }) }
  },
}
