/** What a crossing's transaction may cost: its gas and, where the chain takes one, its L1 fee. */
import { expect, test } from 'vitest'
import { createCrossBudget, requireL1FeeWithin, toCrossGasCost } from '#app/trade/cross/gas'
import { amount, gas, nativeToken, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { crossQuote } from '#test/crossing/quote-sample'

const network = getNetworkEntry('optimism') // 20 gwei a unit at most
const [ether, gwei] = [10n ** 18n, 10n ** 9n]
const quote = {
  ...crossQuote,
  request: { ...crossQuote.request, sell: nativeToken, sellAmount: amount(10n * ether) },
  ...{ gasLimit: gas(500_000n), gasPrice: wei(gwei), l1Fee: wei(16n * 10n ** 15n) },
}
const fees = { max: undefined, tip: undefined, legacy: false }
const asked = (maxGas?: bigint) => ({ guards: { maxGas } as never, fees })

test('without a limit of the user, the gas at the highest price and an L1 fee that rises by a quarter twice', () => {
  const budget = createCrossBudget(network, quote, asked())
  expect(budget).toEqual({ maxPrice: 20n * gwei, maxCost: 35_000_000n * gwei, of: 'swap' })
  expect(toCrossGasCost(quote, budget)).toMatchObject({
    maxGasCost: 35_000_000n * gwei,
    expectedGasCost: 16_500_000n * gwei,
  })
})

test('an L1 fee above the limit is refused before anything is approved', () => {
  const check = (maxGas: bigint) => requireL1FeeWithin(network, quote, createCrossBudget(network, quote, asked(maxGas)))
  expect(() => check(ether / 50n)).not.toThrow() // 0.016 ETH and a quarter is 0.02 ETH
  expect(() => check(ether / 50n - 1n)).toThrow(
    'Gas may cost 0.02 ETH with the L1 fee, above the limit of 0.019999999999999999 ETH.',
  )
})
