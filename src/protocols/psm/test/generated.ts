import type { PsmState } from '#protocols/psm/swap'
import { type GeneratedFamily, scaleOf } from '#test/generated-market/draw'
import { type GeneratedToken, toUnits } from '#test/generated-market/tokens'

/** @param gem with fewer decimals than DAI, or as many */
const stateOf = (gem: GeneratedToken, dai: GeneratedToken, dollars: number): PsmState => ({
  factor: scaleOf(gem),
  tin: 0n,
  tout: 0n,
  dai: toUnits(dai, dollars),
  gems: toUnits(gem, dollars),
})

export const generated: GeneratedFamily = {
  kind: 'psm',
  draw({ tokens, dollars }) {
    const [gem, , dai] = tokens.stables
    if (gem === undefined || dai === undefined) throw new RangeError('no stable tokens')
    return { tokens: [gem, dai], feePpm: 0, state: stateOf(gem, dai, dollars) }
  },
}
