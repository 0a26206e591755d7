import fc from 'fast-check'
import { evm } from '#domain/units'
import { protocol } from '#protocols/dai-usds/index'
import type { DaiUsdsState } from '#protocols/dai-usds/swap'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { contract, step } = createCallBuilder([
  'function daiJoin() view returns (address)',
  'function cage()',
  'function mint(address, uint256)',
])

export interface Scenario {
  readonly dai: bigint
  readonly usds: bigint
  readonly createsDai: boolean
}

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  dai: anySize(110),
  usds: anySize(110),
  createsDai: fc.integer({ min: 0, max: 7 }).map((n) => n > 0),
})

/** Deploys a converter on the chain, and returns how to bring it to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const dai = await stage.deploy(port('JoinedTokenPort'), ['string', 'string'], ['Old', 'OLD'])
  const usds = await stage.deploy(port('JoinedTokenPort'), ['string', 'string'], ['New', 'NEW'])
  const address = await stage.deploy(port('DaiUsdsPort'), ['address', 'address'], [dai, usds])
  const [daiJoin] = await stage.callAndDecode(step(address, 'daiJoin'), contract)
  const join = evm(String(daiJoin))
  const venue = { protocol: protocol.kind, name: 'dai-usds', title: 'DAI and USDS', factory: address, feesPpm: [] }
  const pool = { venue, address, tokens: [dai, usds], feePpm: 0, facts: { daiJoin: join } }
  return (scenario: Scenario): PreparedPool<DaiUsdsState> => ({
    pool,
    state: { supplies: [scenario.dai, scenario.usds], createsDai: scenario.createsDai },
    steps: [
      step(dai, 'mint', stage.driver, scenario.dai),
      step(usds, 'mint', stage.driver, scenario.usds),
      ...(scenario.createsDai ? [] : [step(join, 'cage')]),
    ],
  })
}
