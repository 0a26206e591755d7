import type { ToyPegState } from '#protocols/toy-peg/index'
import { type GeneratedFamily, pickSome } from '#test/generated-market/draw'
import { toUnits } from '#test/generated-market/tokens'

export const generated: GeneratedFamily = {
  kind: 'toy-peg',
  draw({ random, tokens, dollars }) {
    const six = tokens.stables.filter(({ decimals }) => decimals === 6)
    const [one, other] = pickSome(random, six, 2)
    if (one === undefined || other === undefined) throw new RangeError('too few tokens of six decimals')
    const state: ToyPegState = { reserves: [toUnits(one, dollars), toUnits(other, dollars)], feePpm: 40 }
    return { tokens: [one, other], feePpm: 40, state }
  },
}
