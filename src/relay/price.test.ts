import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { evm, gas, hex, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { createQuote } from '../../test/store/samples.ts'
import { limitCost } from './price.ts'

const estimate = gas(200_000n)
const worth = wei(200_000n * 1_000_000_000n)
const call = { from: evm(`0x${'1'.repeat(40)}`), to: evm(`0x${'2'.repeat(40)}`), data: hex('0x'), value: wei(0n) }

function limitsOn(name: 'monad' | 'polygon') {
  const network = { ...getNetworkEntry(name), maxGasPrice: wei(10n ** 15n) }
  const chain = { network, fees: async () => ({ type: 0, gasPrice: wei(1n) }) } as unknown as Chain
  const quote = createQuote('7b3e91c4-0000-4000-8000-000000000000')
  return limitCost(chain, { quote, terms: { worth } as GaslessTerms, call, estimate })
}

test('an order costs at most what its fee pays for: its gas, and where the limit is charged all of that', async () => {
  const usual = await limitsOn('polygon')
  expect(usual.maxPrice * estimate).toBe(worth)
  const charged = await limitsOn('monad')
  expect(charged.gasLimit).toBeGreaterThan(estimate)
  expect(charged.maxPrice * charged.gasLimit).toBeLessThanOrEqual(worth)
})
