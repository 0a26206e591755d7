/** Families that trade through one of our adapters, with pools deployed by a fixture. */
import type { Conformance, Family } from '../family.ts'
import { defineFamily } from '../family.ts'
import {
  type AdapterFixture,
  createAdapterFixture,
  createFamilyHarness,
  type PreparedPool,
  type StateReadback,
} from './fixture.ts'
import { anyPlan } from './plans.ts'

interface AdapterFamily<State, Scenario> extends Omit<Family<State, Scenario>, 'plans' | 'open'> {
  /** What a pool holds or takes of each token: trade sizes are around it. */
  readonly holds: (state: State) => readonly bigint[]
  readonly openPools: (stage: AdapterFixture) => Promise<(scenario: Scenario) => PreparedPool<State>>
  /** Set if the pool is not read in one round. */
  readonly lookAt?: (pool: PreparedPool<State>['pool'], start: State) => StateReadback<State>
}

export const adapterFamily = <State, Scenario>({
  holds,
  openPools,
  lookAt,
  ...family
}: AdapterFamily<State, Scenario>): Conformance =>
  defineFamily({
    ...family,
    plans: anyPlan(holds),
    async open(chain) {
      await chain.placeClock()
      const stage = await createAdapterFixture(chain)
      return createFamilyHarness(stage, family.protocol, await openPools(stage), lookAt)
    },
  })
