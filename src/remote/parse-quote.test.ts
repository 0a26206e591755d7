/** What is read of a service's quote besides its price. */
import { expect, test } from 'vitest'
import { defaultTerms } from '#domain/quotes/quote'
import { amount, evm, nativeToken, networkName, ppm, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { parseQuote } from '#remote/parse-quote'

const network = getNetworkEntry('base')
const usdc = evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
const name = networkName('base')
const buy = { network: name, address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6, listed: true }
const sell = { network: name, address: nativeToken, symbol: 'ETH', name: 'Ether', decimals: 18, listed: true }
const asked = {
  ...{ ...defaultTerms, network: name, sell: nativeToken, buy: usdc, slippage: ppm(5_000) },
  sellAmount: amount(10n ** 18n),
}
const body = {
  ...{ id: '00000007-7000-4000-8000-000000000000', amountOut: '2500000000' },
  ...{ createdAt: '2027-01-15T08:00:00.000Z', expiresAt: '2027-01-15T08:05:00.000Z' },
  ...{ resourceEstimate: { gasLimit: '300000' }, targetAddress: `0x${'11'.repeat(20)}` },
}
const receivedAt = seconds(Date.parse(body.createdAt) / 1_000)
const gasFee = { type: 'gas', value: '0.0075', amount: '3000000000000', token: nativeToken }
const parse = (fees: readonly object[]) => parseQuote({ asked, network, sell, buy, receivedAt }, { ...body, fees })

test('the L1 fee beside that of gas', () => {
  const l1 = { type: 'l1', value: '250', amount: '100000000000000000', token: nativeToken }
  expect(parse([gasFee, l1])).toMatchObject({ gasPrice: 10_000_000n, l1Fee: 100_000_000_000_000_000n })
})

test('none where the service tells none', () => {
  expect(parse([gasFee, { ...gasFee, type: 'affiliate' }])).not.toHaveProperty('l1Fee')
})
