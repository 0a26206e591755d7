import type { LidoState } from '#protocols/lido/swap'
import type { GeneratedFamily } from '#test/generated-market/draw'
import { type GeneratedToken, toUnits } from '#test/generated-market/tokens'

/** stETH in, wstETH out. */
const stateOf = ([ether, share]: readonly [GeneratedToken, GeneratedToken], dollars: number): LidoState => ({
  ether: toUnits(ether, dollars),
  shares: toUnits(share, dollars),
  outside: toUnits(share, dollars / 2),
})

export const generated: GeneratedFamily = {
  kind: 'lido',
  draw({ tokens, dollars }) {
    const own = tokens.shares[0]
    if (own === undefined) throw new RangeError('no shares')
    return { tokens: own, feePpm: 0, state: stateOf(own, dollars) }
  },
}
