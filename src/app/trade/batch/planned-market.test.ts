import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { PoolSurveyRequest, PoolSurveyResult } from '#domain/chain/survey'
import type { Pool } from '#domain/pools/protocol'
import { evm } from '#domain/units'
import { createSurveyCache } from './planned-market.ts'

const [a, b] = [evm(`0x${'11'.repeat(20)}`), evm(`0x${'22'.repeat(20)}`)]
const pool: Pool = {
  venue: { protocol: 'uniswap-v3', name: 'x', title: 'x', factory: a, feesPpm: [100] },
  ...{ address: evm(`0x${'33'.repeat(20)}`), tokens: [a, b], feePpm: 100 },
}
const pair: PoolSurveyRequest = { tokens: [a, b], venues: [pool.venue], reads: [], balances: [] }

/** A chain whose head moves with every survey. */
function openMoving() {
  let head = 41
  const survey = async ({ block = ++head }: PoolSurveyRequest) =>
    ({ snapshot: { block: { number: block } } }) as PoolSurveyResult
  const chain = createSurveyCache({ survey } as Chain)
  return async (request: PoolSurveyRequest) => (await chain.survey(request)).snapshot.block.number
}

test('what a row read wider, at the block of its first reading, is what later rows are quoted on', async () => {
  const read = openMoving()
  expect(await read(pair)).toBe(42)
  expect(await read({ ...pair, widen: [pool], block: 42 })).toBe(42)
  expect(await read(pair)).toBe(42)
  expect(await read({ ...pair, widen: [pool], block: 42 })).toBe(42)
})

test('a required block is not answered with another one', async () => {
  const read = openMoving()
  expect(await read(pair)).toBe(42)
  expect(await read({ ...pair, block: 7, requiresBlock: true })).toBe(7)
  expect(await read({ ...pair, block: 8, requiresBlock: true })).toBe(8)
  expect(await read(pair)).toBe(42)
})
