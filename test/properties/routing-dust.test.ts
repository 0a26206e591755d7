/** Amounts worth cents, where rounding inside pools decides between paths: floats do not model it. */
import { expect, test } from 'vitest'
import { itemAt } from '#domain/item-at'
import type { Protocol } from '#domain/pools/protocol'
import { amount, evm, wei } from '#domain/units'
import { all } from '#protocols/all.gen'
import { findRoute } from '#routing/find-route'
import { generateMarket } from '#test/generated-market/market'
import { toUnits } from '#test/generated-market/tokens'

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

/** How often pools are asked for an amount in integers while a route for some dollars of bitcoin is found. */
function countQuestions(dollars: number): number {
  let count = 0
  const counted = all.map((family) => {
    const one = family as Protocol<unknown>
    const amountOut: typeof one.amountOut = (state, trade) => {
      count += 1
      return one.amountOut(state, trade)
    }
    return [one.kind, Object.assign(Object.create(one), { amountOut }) as Protocol<unknown>] as const
  })
  const { snapshot, tokens, wrapped } = generateMarket(7, { pools: 1000, tokens: 40 })
  const bitcoin = tokens.hubs.find(({ decimals }) => decimals === 8)
  if (bitcoin === undefined) throw new Error('no bitcoin')
  const other = itemAt(tokens.all, (tokens.all.findIndex(({ address }) => address === bitcoin.address) * 7 + 3) % 40)
  const request = { tokenIn: bitcoin.address, tokenOut: other.address, amountIn: amount(toUnits(bitcoin, dollars)) }
  const limits = { maxHops: 4, maxLegs: 8, maxSplits: 5, wrapped }
  findRoute({ protocols: new Map(counted) }, { snapshot, request: { ...request, ...limits } })
  return count
}

test.each([10, 50, 100, 500])('%i dollars of a token of few units are ranked by floats', (dollars) => {
  expect(countQuestions(dollars)).toBeLessThan(1_000)
})
