import { expect, test } from 'vitest'
import { measureGas } from './gas.ts'

test('gas is predicted within 6 % of the contracts', async () => {
  const rows = await measureGas()
  expect(rows.length).toBe(23)
  for (const { trade, measured, predicted } of rows)
    expect([trade, Math.abs(measured / predicted - 1) < 0.06]).toEqual([trade, true])
})
