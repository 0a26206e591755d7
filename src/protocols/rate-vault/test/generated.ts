import { type RateVaultState, ray, unlimited } from '#protocols/rate-vault/swap'
import type { GeneratedFamily } from '#test/generated-market/draw'
import { type GeneratedToken, toUnits } from '#test/generated-market/tokens'

/** One that lends, and can pay a half. */
const stateOf = ([asset, share]: readonly [GeneratedToken, GeneratedToken], dollars: number): RateVaultState => ({
  rate: BigInt(Math.round((share.dollars / asset.dollars) * 1e12)) * (ray / 10n ** 12n),
  shares: toUnits(share, dollars),
  maxDeposit: unlimited,
  cash: toUnits(asset, dollars / 2),
})

export const generated: GeneratedFamily = {
  kind: 'rate-vault',
  draw({ random, tokens, dollars }) {
    const own = random.pick(tokens.shares)
    return { tokens: own, feePpm: 0, state: stateOf(own, dollars), facts: { isLent: true } }
  },
}
