import { expect, test } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import { defaultLimits } from '#domain/quotes/quote'
import { amount, evm, ppm, wei } from '#domain/units'
import { protocol as stable } from '#protocols/stable-swap/index'
import { buildMarketIndex } from './market-index.ts'
import { createPoolGraph } from './pool-graph.ts'

const [a, b] = [evm(`0x${'11'.repeat(20)}`), evm(`0x${'22'.repeat(20)}`)]
const whole = 10n ** 18n
const venue = { protocol: 'stable-swap', name: 'x', title: 'x', factory: a, feesPpm: [400] }
const live: LivePool = {
  pool: { venue, address: evm(`0x${'33'.repeat(20)}`), tokens: [a, b], feePpm: 400 },
  state: {
    balances: [1_200_000n * whole, 900_000n * whole],
    multipliers: [1n, 1n],
    amplification: 20_000n,
    feeE10: 4_000_000n,
    adminFeeE10: 0n,
  },
}
const graph = createPoolGraph({ protocols: new Map([['stable-swap', stable as Protocol<unknown>]]) }, [live])
const request = {
  ...{ tokenIn: a, tokenOut: b, amountIn: amount(500_000n * whole), wrapped: a, slippage: ppm(0) },
  ...defaultLimits,
}
const block = { wrapped: a, gasPrice: wei(0n) }

test('a curve that no route of the request may use is cut for its first price alone', () => {
  const [all, one] = [block, { ...block, request }].map((input) => buildMarketIndex(graph, input).book)
  const countOf = (book: typeof all, edge: number) => (book?.last[edge] ?? 0) - (book?.first[edge] ?? 0)
  const [used, idle] = [
    graph.edges.findIndex(({ from }) => from === 0),
    graph.edges.findIndex(({ from }) => from === 1),
  ]
  expect(one?.spot[idle]).toBe(all?.spot[idle])
  expect(one?.spot[used]).toBe(all?.spot[used])
  expect([countOf(one, used), countOf(one, idle)]).toEqual([203, 43])
})
