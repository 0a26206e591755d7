import type { Erc4626State } from '#protocols/erc4626/swap'
import type { GeneratedFamily } from '#test/generated-market/draw'
import { type GeneratedToken, toUnits } from '#test/generated-market/tokens'

/** Shares of as many decimals as the asset. */
function stateOf([asset, share]: readonly [GeneratedToken, GeneratedToken], dollars: number): Erc4626State {
  const assets = toUnits(asset, dollars)
  const mostDeposit = 2n ** 256n - 1n
  return { assets, shares: toUnits(share, dollars), cash: assets / 2n, mostDeposit, virtualShares: 1n, redeems: true }
}

export const generated: GeneratedFamily = {
  kind: 'erc4626',
  draw({ random, tokens, dollars }) {
    const own = random.pick(tokens.shares)
    return { tokens: own, feePpm: 0, state: stateOf(own, dollars) }
  },
}
