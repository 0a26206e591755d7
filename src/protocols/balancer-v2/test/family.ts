import { protocol } from '#protocols/balancer-v2/index'
import { anyPlan } from '#test/conformance/balancer/parts'
import { defineFamily } from '#test/conformance/family'
import { createHarness } from './fixture.ts'
import { anyScenario } from './scenarios.ts'

export const family = defineFamily({
  protocol,
  source: 'Vault, WeightedPool, StablePool and ComposableStablePool of @balancer-labs/v2-deployments 3.2.0',
  scenarios: anyScenario,
  plans: anyPlan,
  open: createHarness,
})
