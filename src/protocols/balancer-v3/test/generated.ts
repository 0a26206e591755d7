import type { BalancerV3State } from '#protocols/balancer-v3/state'
import { type GeneratedFamily, scaleOf, wad } from '#test/generated-market/draw'
import { drawVaultPool, type VaultPool } from '#test/generated-market/vault-pool'

const stateOf = ({ tokens, balances, weights }: VaultPool): BalancerV3State => ({
  tokens: tokens.map((token, i) => ({ raw: balances[i] ?? 1n, scaling: scaleOf(token), rate: wad })),
  curve:
    weights === undefined
      ? { type: 'stable', amplification: 200_000n }
      : { type: 'weighted', weights, leastBalances: undefined },
  swapFee: weights === undefined ? 10n ** 14n : 3n * 10n ** 15n,
  aggregateSwapFee: wad / 2n,
  leastTrade: 1_000_000n,
})

export const generated: GeneratedFamily = { kind: 'balancer-v3', draw: (draw) => drawVaultPool(draw, stateOf) }
