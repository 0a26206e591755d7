import { encodeBytes32String } from 'ethers'
import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import { evm } from '#domain/units'
import { protocol } from '#protocols/psm/index'
import type { PsmState } from '#protocols/psm/swap'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { contract, step } = createCallBuilder([
  'function pocket() view returns (address)',
  'function file(bytes32, uint256)',
  'function transfer(address, uint256)',
])

/** Of the gems. */
const decimals = [6, 18, 0, 8]
const wad = 10n ** 18n
export const halted = 2n ** 256n - 1n

export interface Scenario {
  readonly which: number
  readonly tin: bigint
  readonly tout: bigint
  readonly dai: bigint
  readonly gems: bigint
}

const anyFee = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0n) },
  { weight: 4, arbitrary: fc.bigInt({ min: 1n, max: wad / 50n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: wad }) },
  { weight: 1, arbitrary: fc.constantFrom(wad, halted) },
)

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  which: fc.nat(decimals.length - 1),
  tin: anyFee,
  tout: anyFee,
  dai: anySize(110),
  gems: anySize(80),
})

export const stateOf = ({ which, ...rest }: Scenario): PsmState => ({
  factor: 10n ** BigInt(18 - (decimals[which] ?? 0)),
  ...rest,
})

/** Deploys modules on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const made: Pool[] = []
  for (const one of decimals) made.push(await make(stage, one))
  return (scenario: Scenario): PreparedPool<PsmState> => fill(made[scenario.which] as Pool, scenario)
}

async function make(stage: AdapterFixture, places: number): Promise<Pool> {
  const tokens = [await stage.deployCoin(places), await stage.deployCoin(18)]
  const address = await stage.deploy(port('PsmPort'), ['address', 'address', 'uint8'], [...tokens, places])
  const [pocket] = await stage.callAndDecode(step(address, 'pocket'), contract)
  const venue = { protocol: protocol.kind, name: 'psm', title: 'PSM', factory: address, feesPpm: [] }
  const facts = { pocket: evm(String(pocket)), factor: 10n ** BigInt(18 - places) }
  return { venue, address, tokens, feePpm: 0, facts }
}

function fill(pool: Pool, scenario: Scenario): PreparedPool<PsmState> {
  const [gem = pool.address, dai = pool.address] = pool.tokens
  return {
    pool,
    state: stateOf(scenario),
    steps: [
      step(pool.address, 'file', encodeBytes32String('tin'), scenario.tin),
      step(pool.address, 'file', encodeBytes32String('tout'), scenario.tout),
      step(gem, 'transfer', pool.facts?.['pocket'], scenario.gems),
      step(dai, 'transfer', pool.address, scenario.dai),
    ],
  }
}
