import { protocol } from '#protocols/balancer-v2/index'
import { anyPlan } from '../balancer/parts.ts'
import { createHarness } from '../balancer/v2-fixture.ts'
import { anyScenario } from '../balancer/v2-scenarios.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'Vault, WeightedPool, StablePool and ComposableStablePool of @balancer-labs/v2-deployments 3.2.0',
  scenarios: anyScenario,
  plans: anyPlan,
  open: createHarness,
})
