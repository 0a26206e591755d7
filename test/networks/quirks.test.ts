/** What a network's data changes, without a chain; `every-network.test.ts` trades. */
import { describe, expect, test } from 'vitest'
import { createQuote } from '#app/quoting/create-quote'
import { readSpendable } from '#app/trade/allowance/balances'
import { requireFeesWithin } from '#app/trade/steps/gas-budget'
import { estimateFees } from '#chain/blocks/fees'
import type { Chain } from '#domain/chain/port'
import { type Address, amount, evm, gas, nativeToken, networkName, seconds, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { createQuoteRequest, trader0 } from '../trade/fixture.ts'

const twins = [
  ['polygon', '0x0000000000000000000000000000000000001010'],
  ['metis', '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'],
  ['stable', '0x779Ded0c9e1022225f8E0630b35a9b54bE713736'],
] as const

describe.each(twins)('native currency of %s, which is a token too', (name, twin) => {
  const ask = (sell: Address, buy: Address) =>
    createQuote({} as never, createQuoteRequest(sell, buy, 10n ** 18n, { network: networkName(name) }))

  test('is not swapped for itself', async () => {
    await expect(ask(nativeToken, evm(twin))).rejects.toMatchObject({ code: 'SAME_TOKEN' })
    await expect(ask(evm(twin), nativeToken)).rejects.toMatchObject({ code: 'SAME_TOKEN' })
  })
})

test('all of USDT0 on stable leaves what gas may cost, rounded up to its six decimals', async () => {
  const entry = getNetworkEntry('stable')
  const token = { ...entry.tokens.find(({ symbol }) => symbol === 'USDT0'), network: entry.name, listed: true }
  const held = `0x${50_000_000n.toString(16).padStart(64, '0')}`
  const chain = {
    network: entry,
    balance: async () => wei(50n * 10n ** 18n),
    read: async () => [held, held],
    fees: async () => ({ type: 0, gasPrice: wei(1_000_000_001n) }),
  } as unknown as Chain
  // a million gas at 1.000000001 gwei: 0.001000000001 dollars
  const spendable = await readSpendable({ chain: async () => chain }, entry.name, trader0, token as never)
  expect(spendable).toBe(amount(50_000_000n - 1_001n))
})

test('a transaction on hyperevm has to fit its small blocks', () => {
  const entry = getNetworkEntry('hyperevm')
  const budget = { maxPrice: entry.maxGasPrice, maxCost: wei(10n ** 20n), of: 'swap' } as const
  const fees = { type: 0, gasPrice: wei(10n ** 9n) } as const
  expect(() => requireFeesWithin(entry, { gasLimit: gas(2_000_000n), fees }, budget)).not.toThrow()
  expect(() => requireFeesWithin(entry, { gasLimit: gas(2_000_001n), fees }, budget)).toThrow(
    expect.objectContaining({ code: 'GAS_ABOVE_LIMIT' }),
  )
})

test('arbitrum is offered no tip, and no other network goes without', () => {
  const head = { number: 1, hash: '0x00', time: seconds(1), baseFee: 10n ** 9n } as never
  const nothing = [undefined, undefined]
  expect(estimateFees(getNetworkEntry('arbitrum'), head, nothing)).toMatchObject({ fees: { maxPriorityFeePerGas: 0n } })
  expect(estimateFees(getNetworkEntry('optimism'), head, nothing)).toMatchObject({
    fees: { maxPriorityFeePerGas: 1_000_000n },
  })
})
