import { Interface } from 'ethers'
import fc from 'fast-check'
import type { Reading } from '#domain/calls/reads'
import type { Facts, Pool, Venue } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { type PairFeesState, protocol } from '#protocols/pair-fees/index'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { runReading } from '#test/conformance/adapters/reading'
import { anySize } from '#test/conformance/sizes'

export const { step } = createCallBuilder([
  'function createPair(address, address)',
  'function set(uint16, uint16, bool)',
  'function transfer(address, uint256)',
  'function sync()',
])

export const pairAbi = new Interface(['function getAmountOut(uint256, address) view returns (uint256)'])

const unit = 100_000

/** The facts of a venue that tell where the fee is read. */
export const sources = {
  reserves: { feeFrom: 'reserves', feeUnit: unit, stableFlag: '0x9e548b7f' },
  getter: { feeFrom: '0x54cf2aeb', feeUnit: unit },
} as const satisfies Readonly<Record<string, Facts>>

export interface Scenario {
  readonly from: keyof typeof sources
  /** Parts of `unit`. */
  readonly fees: readonly [number, number]
  readonly reserves: readonly [bigint, bigint]
}

const anyFee = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 60_000 }), fc.constant(300))

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  from: fc.constantFrom('reserves', 'getter'),
  fees: fc.tuple(anyFee, anyFee),
  reserves: fc.tuple(anySize(112), anySize(112)),
})

/** One fee for both if it has a function. */
const feesSaid = ({ from, fees: [first, second] }: Scenario): readonly [number, number] =>
  from === 'getter' ? [first, first] : [first, second]

export function stateOf(scenario: Scenario): PairFeesState {
  const [first, second] = feesSaid(scenario)
  return { reserves: scenario.reserves, feePpm: [first * 10, second * 10] }
}

/** Deploys a factory with a pair of two tokens, and returns how to bring it to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const factory = await stage.deploy(port('PairFeesFactoryPort'))
  const tokens = [await stage.deployCoin(18), await stage.deployCoin(18)] as const
  await stage.runSteps([step(factory, 'createPair', ...tokens)])
  const kind = protocol.kind
  const venue: Venue = { protocol: kind, name: 'camelot-v2', title: 'Camelot V2', factory, feesPpm: [3_000] }
  const [pool] = (await runReading(stage.chain, protocol.find(venue, tokens) as Reading<readonly Pool[]>)).value
  if (pool === undefined) throw new Error('it is not found')
  return (scenario: Scenario): PreparedPool<PairFeesState> => {
    const [token0, token1] = pool.tokens as readonly [Address, Address]
    const { address } = pool
    return {
      pool: { ...pool, venue: { ...venue, facts: sources[scenario.from] } },
      state: stateOf(scenario),
      steps: [
        step(token0, 'transfer', address, scenario.reserves[0]),
        step(token1, 'transfer', address, scenario.reserves[1]),
        step(address, 'set', ...feesSaid(scenario), false),
        step(address, 'sync'),
      ],
    }
  }
}
