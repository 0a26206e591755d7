import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import { type Address, evm } from '#domain/units'
import { protocol } from '#protocols/rate-vault/index'
import { type RateVaultState, ray, unlimited } from '#protocols/rate-vault/swap'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { contract, step } = createCallBuilder([
  'function POOL() view returns (address)',
  'function aToken() view returns (address)',
  'function set(uint256, uint256, bool)',
  'function give(address, uint256)',
  'function transfer(address, uint256)',
])

export const vaults = [
  { decimals: 18, isLent: false },
  { decimals: 6, isLent: true },
  { decimals: 18, isLent: true },
] as const

export interface Scenario {
  readonly which: number
  readonly rate: bigint
  readonly shares: bigint
  readonly cap: bigint
  /** What can be withdrawn of a lending vault; another one always has more than its shares are worth. */
  readonly cash: bigint
}

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  which: fc.nat(vaults.length - 1),
  rate: fc.oneof(
    { weight: 6, arbitrary: fc.bigInt({ min: ray, max: 2n * ray }) },
    { weight: 1, arbitrary: fc.bigInt({ min: ray / 10n ** 6n, max: ray * 10n ** 6n }) },
  ),
  shares: anySize(100),
  cap: fc.oneof(fc.constant(unlimited), anySize(100), fc.constant(0n)),
  cash: anySize(100),
})

const isLent = ({ which }: Scenario): boolean => vaults[which]?.isLent ?? false

export function stateOf(scenario: Scenario): RateVaultState {
  const { rate, shares, cap, cash } = scenario
  return { rate, shares, maxDeposit: cap, ...(isLent(scenario) && { cash }) }
}

/** Deploys vaults on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const made: Pool[] = []
  for (const vault of vaults) made.push(await make(stage, vault))
  return (scenario: Scenario): PreparedPool<RateVaultState> => fill(stage, made[scenario.which] as Pool, scenario)
}

async function make(stage: AdapterFixture, { decimals, isLent: lends }: (typeof vaults)[number]): Promise<Pool> {
  const asset = await stage.deployCoin(decimals)
  const types = ['address', 'string', 'string', 'uint8', 'bool']
  const address = await stage.deploy(port('RateVaultPort'), types, [asset, 'Share', 'SHARE', decimals, lends])
  const venue = { protocol: protocol.kind, name: 'vaults', title: 'Vaults', factory: address, feesPpm: [] }
  const pool = { venue, address, tokens: [asset, address], feePpm: 0 }
  if (!lends) return pool
  const read = async (name: string): Promise<Address> =>
    evm(String((await stage.callAndDecode(step(address, name), contract))[0]))
  return { ...pool, facts: { isLent: true, holder: await read('aToken'), market: await read('POOL') } }
}

function fill({ driver }: AdapterFixture, pool: Pool, scenario: Scenario): PreparedPool<RateVaultState> {
  const { rate, shares, cap, cash } = scenario
  const [asset = pool.address] = pool.tokens
  const holder = pool.facts?.['holder'] ?? pool.address
  return {
    pool,
    state: stateOf(scenario),
    steps: [
      step(pool.address, 'set', rate, cap, false),
      step(pool.address, 'give', driver, shares),
      step(asset, 'transfer', holder, isLent(scenario) ? cash : (shares * rate) / ray),
    ],
  }
}
