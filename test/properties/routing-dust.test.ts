/** Amounts worth cents, where rounding inside pools decides between paths: floats do not model it. */
import { expect, test } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import { amount, evm, wei } from '#domain/units'
import { all } from '#protocols/all.gen'
import { findRoute } from '#routing/find-route'
import { generateMarket } from '#test/generated-market/market'

const protocols = new Map(all.map((family) => [family.kind as string, family as Protocol<unknown>]))
const token = (n: number) => evm(`0x${(0x1000 + n).toString(16).padStart(40, '0')}`)

test.each([
  { seed: 5016, pools: 164, from: 2, to: 1, sold: 2_948_620n, single: 2_948_307n, maxSplits: 4, maxLegs: 5 },
  { seed: 5025, pools: 60, from: 0, to: 2, sold: 139_363_325_170_550n, single: 348_110n, maxSplits: 5, maxLegs: 8 },
])('in market $seed not less than two pools in a row give', ({ seed, pools, from, to, sold, single, ...limits }) => {
  const { snapshot, wrapped } = generateMarket(seed, { pools, tokens: 20 })
  const request = { tokenIn: token(from), tokenOut: token(to), amountIn: amount(sold), wrapped, maxHops: 3, ...limits }
  const { route } = findRoute({ protocols }, { snapshot: { ...snapshot, gasPrice: wei(0n) }, request })
  expect(route?.amountOut).toBeGreaterThanOrEqual(single)
})
