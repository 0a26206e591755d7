/** Families that are traded with through an adapter of ours, whose pools a stage lays. */
import type { Conformance, Family } from '../family.ts'
import { defineFamily } from '../family.ts'
import { anyPlan } from './plans.ts'
import { type Look, openStage, type Prepared, type Stage, theatreOf } from './stage.ts'

interface AdapterFamily<State, Scenario> extends Omit<Family<State, Scenario>, 'plans' | 'open'> {
  /** What of each token a pool holds or takes: trades are of sizes around it. */
  readonly holds: (state: State) => readonly bigint[]
  readonly openPools: (stage: Stage) => Promise<(scenario: Scenario) => Prepared<State>>
  /** Where it is not read in one round. */
  readonly lookAt?: (pool: Prepared<State>['pool'], start: State) => Look<State>
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
      const stage = await openStage(chain)
      return theatreOf(stage, family.protocol, await openPools(stage), lookAt)
    },
  })
