import type { DaiUsdsState } from '#protocols/dai-usds/swap'
import { type GeneratedFamily, pickSome } from '#test/generated-market/draw'
import { type GeneratedToken, toUnits } from '#test/generated-market/tokens'

const stateOf = (dai: GeneratedToken, usds: GeneratedToken, dollars: number): DaiUsdsState => ({
  supplies: [toUnits(dai, dollars), toUnits(usds, dollars)],
  createsDai: true,
})

export const generated: GeneratedFamily = {
  kind: 'dai-usds',
  draw({ random, tokens, dollars }) {
    const alike = tokens.stables.filter(({ decimals }) => decimals === 18)
    const [dai, usds] = pickSome(random, alike, 2)
    if (dai === undefined || usds === undefined) throw new RangeError('too few tokens of 18 decimals')
    return { tokens: [dai, usds], feePpm: 0, state: stateOf(dai, usds, dollars) }
  },
}
