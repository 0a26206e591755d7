import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Quote } from '#domain/quotes/quote'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { evm, gas, hex, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { crossQuote } from '#test/crossing/quote-sample'
import { createQuote } from '../../test/store/samples.ts'
import { crossingGasOf, limitCost, swapGasOf } from './price.ts'

const estimate = gas(200_000n)
const worth = wei(200_000n * 1_000_000_000n)
const call = { from: evm(`0x${'1'.repeat(40)}`), to: evm(`0x${'2'.repeat(40)}`), data: hex('0x'), value: wei(0n) }

function limitsOn(name: 'monad' | 'polygon', gasNeed?: Quote['gasNeed'], extraGas = gas(0n)) {
  const network = { ...getNetworkEntry(name), maxGasPrice: wei(10n ** 15n) }
  const chain = { network, fees: async () => ({ type: 0, gasPrice: wei(1n) }) } as unknown as Chain
  const quote = { ...createQuote('7b3e91c4-0000-4000-8000-000000000000'), ...(gasNeed && { gasNeed }) }
  return limitCost(chain, { gas: swapGasOf(chain, quote, { extraGas } as GaslessTerms), worth, call, estimate })
}

test('an order costs at most what its fee pays for: its gas, and where the limit is charged all of that', async () => {
  const usual = await limitsOn('polygon')
  expect(usual.maxPrice * estimate).toBe(worth)
  const charged = await limitsOn('monad')
  expect(charged.gasLimit).toBeGreaterThan(estimate)
  expect(charged.maxPrice * charged.gasLimit).toBeLessThanOrEqual(worth)
})

test('an estimate on top of what is pending may be too low: an order gets the gas that its quote counted', async () => {
  const limits = await limitsOn('polygon', { now: gas(210_000n), rise: gas(20_000n) }, gas(78_000n))
  expect(limits.gasLimit).toBe(339_960n) // 1.12 of 288,000, and an emptied slot
  expect(limits.maxPrice).toBe(694_444_444n) // of what the fee pays for 288,000
})

test('a filled order can cost half more than its fee paid for at most, whatever its pools may need', async () => {
  const { gasLimit, maxPrice, reserved } = await limitsOn('polygon', { now: gas(200_000n), rise: gas(900_000n) })
  expect(gasLimit).toBe(300_000n)
  expect(gasLimit * maxPrice).toBe((worth * 3n) / 2n)
  expect(reserved).toBe((worth * 3n) / 2n)
})

test('an order to another network gets what its deposit takes, also where the node estimates less', () => {
  const chain = { network: getNetworkEntry('polygon') } as unknown as Chain
  const terms = { extraGas: gas(230_000n) } as GaslessTerms
  const legIn = {
    ...createQuote('7b3e91c4-0000-4000-8000-000000000000'),
    gasNeed: { now: gas(90_000n), rise: gas(0n) },
  }
  const [plain, swapped] = [
    crossingGasOf(chain, crossQuote, terms),
    crossingGasOf(chain, { ...crossQuote, legIn }, terms),
  ]
  expect([plain.model, swapped.model]).toEqual([230_000n, 320_000n])
  expect(plain.limitFor(250_000n)).toBe(300_000n)
})
