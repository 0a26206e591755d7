import { protocol } from '#protocols/balancer-v3/index'
import { anyPlan } from '#test/conformance/balancer/parts'
import { defineFamily } from '#test/conformance/family'
import { createHarness } from './fixture.ts'
import { anyScenario } from './scenarios.ts'

export const family = defineFamily({
  protocol,
  source: 'Vault, WeightedPool and StablePool of @balancer-labs/v3-vault, v3-pool-weighted and v3-pool-stable 1.0.0',
  scenarios: anyScenario,
  plans: anyPlan,
  open: createHarness,
})
