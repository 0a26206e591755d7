import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { BatchLimits } from '#domain/trade/batch/order'
import type { NetworkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/** What a run may spend on gas, network by network: what is signed counts in full until its fee is known. */
export interface GasAllowance {
  /**
   * Counts the highest possible cost of what is about to be signed for `key`, beside what `key` has cost before.
   * @throws `GAS_ABOVE_LIMIT` if the run could exceed its limit by it
   */
  reserve(network: NetworkName, key: string, cost: bigint): void
  /** Counts what `key` has cost, or may still cost, by the journal's evidence, instead of what was reserved for it. */
  record(network: NetworkName, key: string, cost: bigint): void
}

interface KeyCost {
  readonly recorded: bigint
  readonly reserved: bigint
}

export function createGasAllowance({ maxGas }: Pick<BatchLimits, 'maxGas'>): GasAllowance {
  const costs = new Map<NetworkName, Map<string, KeyCost>>()
  const ofNetwork = (network: NetworkName): Map<string, KeyCost> => {
    const known = costs.get(network) ?? new Map<string, KeyCost>()
    costs.set(network, known)
    return known
  }
  return {
    reserve(network, key, cost) {
      const limit = maxGas[network]
      const known = ofNetwork(network)
      const { recorded = 0n, reserved = 0n } = known.get(key) ?? {}
      const others = [...known.values()].reduce((sum, one) => sum + one.recorded + one.reserved, 0n) - reserved
      if (limit !== undefined && others + cost > limit) throw aboveLimit(network, others + cost, limit)
      known.set(key, { recorded, reserved: cost })
    },
    record: (network, key, cost) => void ofNetwork(network).set(key, { recorded: cost, reserved: 0n }),
  }
}

function aboveLimit(network: NetworkName, total: bigint, limit: bigint) {
  const { native } = getNetworkEntry(network)
  const say = (raw: bigint) => `${formatDecimal(raw, native.decimals)} ${native.symbol}`
  return fail('GAS_ABOVE_LIMIT', {
    cost: `${say(total)} for the whole batch`,
    limit: say(limit),
    fix: ['raise --max-gas, or wait for a lower gas price, then: swapline batch resume'],
  })
}
