import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxGround } from '#sandbox/addresses.gen'
import { agreeable, asking, type House, openHouse, swapping } from './house.ts'

const { USDC, USDT } = sandboxGround.tokens

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('a pool of the toy is found, quoted and traded with by the router', async () => {
  const trader = await house.parts.trader()
  const request = asking(USDC.address, USDT.address, 100_000n * 10n ** 6n, { include: ['toy-peg'] })
  const { intent, quote } = await trader.swap(swapping({ request }), agreeable())
  expect(quote?.route.legs.map(({ pool }) => pool.venue.name)).toEqual(['toy-peg'])
  expect(quote?.route.amountOut).toBe(99_996n * 10n ** 6n)
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
})
