/** A node that reports tips of millions of gwei, as a broken or hostile one might. */
import type { Rule } from '../chain/faults.ts'

const toHexQuantity = (n: bigint) => `0x${n.toString(16)}`

/** @param gwei the tip it claims others paid */
export function highGasRules(gwei: bigint): readonly Rule[] {
  const tip = toHexQuantity(gwei * 10n ** 9n)
  const said = (method: string): Rule => ({
    method,
    fault: { kind: 'forge', answer: ({ id }) => ({ jsonrpc: '2.0', id, result: tip }) },
  })
  const history: Rule = {
    method: 'eth_feeHistory',
    fault: {
      kind: 'forge',
      answer: (real) => {
        const seen = real.result as { readonly reward: readonly unknown[] }
        const reward = seen.reward.map(() => [tip])
        return { ...real, result: { ...seen, reward, gasUsedRatio: reward.map(() => 0.5) } }
      },
    },
  }
  return [history, said('eth_gasPrice'), said('eth_maxPriorityFeePerGas')]
}
