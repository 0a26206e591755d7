import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import { protocol } from '#protocols/lido/index'
import type { LidoState } from '#protocols/lido/swap'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { step } = createCallBuilder(['function fill(uint256, uint256, uint256, address, uint256)'])

export interface Scenario {
  /** True for the third version of stETH, with staking vaults. */
  readonly knowsVaults: boolean
  readonly shares: bigint
  /** By how much the value of the shares exceeds their number. */
  readonly earned: bigint
  /** Shares that vaults back. */
  readonly backed: bigint
  /** Wrapped shares, in 1/1000 of all shares. */
  readonly wrapped: bigint
}

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  knowsVaults: fc.boolean(),
  shares: anySize(100),
  earned: fc.oneof(fc.constant(0n), anySize(80), anySize(103)),
  backed: anySize(90),
  wrapped: fc.bigInt({ min: 0n, max: 999n }),
})

interface Filled {
  readonly ether: bigint
  readonly shares: bigint
  readonly backed: bigint
  readonly inside: bigint
}

function filledOf({ knowsVaults, shares, earned, backed, wrapped }: Scenario): Filled {
  const external = knowsVaults ? backed : 0n
  return { ether: shares + earned, shares, backed: external, inside: ((shares + external) * wrapped) / 1_000n }
}

export function stateOf(scenario: Scenario): LidoState {
  const { ether, shares, backed, inside } = filledOf(scenario)
  return { ether, shares, outside: shares + backed - inside }
}

/** Deploys both versions of stETH, each with its wrapper, and returns how to bring them to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const [first, third] = [await make(stage, false), await make(stage, true)]
  return (scenario: Scenario): PreparedPool<LidoState> => fill(scenario.knowsVaults ? third : first, scenario)
}

async function make(stage: AdapterFixture, knowsVaults: boolean): Promise<Pool> {
  const steth = await stage.deploy(port('StEthPort'), ['bool'], [knowsVaults])
  const address = await stage.deploy(port('WstEthPort'), ['address'], [steth])
  const venue = { protocol: protocol.kind, name: 'lido', title: 'Lido', factory: address, feesPpm: [] }
  return { venue, address, tokens: [steth, address], feePpm: 0 }
}

function fill(pool: Pool, scenario: Scenario): PreparedPool<LidoState> {
  const { ether, shares, backed, inside } = filledOf(scenario)
  const [steth = pool.address] = pool.tokens
  return {
    pool,
    state: stateOf(scenario),
    steps: [step(steth, 'fill', ether, shares, backed, pool.address, inside)],
  }
}
