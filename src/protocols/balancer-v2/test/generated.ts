import type { BalancerV2State } from '#protocols/balancer-v2/state'
import type { GeneratedFamily } from '#test/generated-market/draw'
import { scaleOf, wad } from '#test/generated-market/draw'
import { drawVaultPool, type VaultPool } from '#test/generated-market/vault-pool'

const stateOf = ({ tokens, balances, weights }: VaultPool): BalancerV2State => ({
  tokens: tokens.map((token, i) => ({ raw: balances[i] ?? 1n, scaling: scaleOf(token) * wad })),
  curve:
    weights === undefined ? { type: 'stable', amplification: 200_000n } : { type: 'weighted', weights, isFirst: false },
  swapFee: weights === undefined ? 10n ** 14n : 3n * 10n ** 15n,
})

export const generated: GeneratedFamily = {
  kind: 'balancer-v2',
  draw: (draw) => drawVaultPool(draw, stateOf, { poolId: `0x${'ab'.repeat(32)}` }),
}
