/** What a network's data changes, without a chain; `every-network.test.ts` trades. */
import { describe, expect, test } from 'vitest'
import { requireFunds, saleOf } from '#app/funds'
import { createQuote } from '#app/quoting/create-quote'
import { createTokenBook, nativeOf } from '#app/tokens'
import { readSpendable } from '#app/trade/allowance/balances'
import { openPlannedBalances } from '#app/trade/batch/planned-balances'
import { requireFeesWithin } from '#app/trade/steps/gas-budget'
import { estimateFees } from '#chain/blocks/fees'
import type { Chain } from '#domain/chain/port'
import type { Quote } from '#domain/quotes/quote'
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

test.each(['polygon', 'metis'] as const)('%s’s native currency is found by its other address', async (name) => {
  const [, address] = twins.find(([network]) => network === name) ?? []
  const found = await createTokenBook({ chain: undefined as never }).resolve(networkName(name), address ?? '', false)
  expect(found).toMatchObject({ address: nativeToken, decimals: 18, listed: true })
})

/** Endpoints that agree are asked once. */
const unused = undefined as never

test('a sale of USDT0 on stable and its gas come from one balance', async () => {
  const network = getNetworkEntry('stable')
  const usdt0 = network.tokens.find(({ symbol }) => symbol === 'USDT0')
  const quote = { sell: usdt0, request: { sellAmount: amount(50_000_000n) } } as unknown as Quote
  const sale = saleOf(quote)
  const spent = 50n * 10n ** 18n
  const payload = { from: trader0, value: wei(0n), gasLimit: gas(100_000n), fees: { type: 0, gasPrice: wei(10n) } }
  const chainOf = (balance: bigint) => ({ network, balance: async () => wei(balance) }) as unknown as Chain
  await expect(requireFunds(chainOf(spent + 1_000_000n), payload as never, sale)).resolves.toBeUndefined()
  const ofAnother = { ...sale, sell: { ...sale.sell, address: network.wrapped } }
  await expect(requireFunds(chainOf(1_000_000n), payload as never, ofAnother)).resolves.toBeUndefined()
  await expect(requireFunds(chainOf(spent + 999_999n), payload as never, sale)).rejects.toMatchObject({
    code: 'ESTIMATE_GAS_FAILED',
    message: expect.stringContaining('the amount sold and gas'),
  })
})

test('what tempo takes for gas is not sold, by any router', async () => {
  const network = getNetworkEntry('tempo')
  const pathUsd = network.feeToken?.address ?? nativeToken
  const word = (n: bigint) => `0x${n.toString(16).padStart(64, '0')}`
  // a call that no decoder of ours reads, for 0.001 dollars: a thousand units of the token's six decimals
  const payload = { from: trader0, data: '0xdeadbeef', value: wei(0n), gasLimit: gas(1_000_000n) }
  const priced = { ...payload, fees: { type: 0, gasPrice: wei(10n ** 9n) } } as never
  const chainOf = (balance: bigint) => {
    const read = async ([asked]: readonly { readonly to: Address }[]) => [word(asked?.to === pathUsd ? balance : 0n)]
    return { network, read } as unknown as Chain
  }
  const sale = { sell: { address: pathUsd, decimals: 6 }, sellAmount: amount(50_000_000n) }
  await expect(requireFunds(chainOf(50_001_000n), priced, sale)).resolves.toBeUndefined()
  await expect(requireFunds(chainOf(50_000_999n), priced, sale)).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED' })
  await expect(requireFunds(chainOf(1_000n), priced)).resolves.toBeUndefined()
})

test('all of USDT0 on stable leaves what gas may cost, rounded up to its six decimals', async () => {
  const entry = getNetworkEntry('stable')
  const token = { ...entry.tokens.find(({ symbol }) => symbol === 'USDT0'), network: entry.name, listed: true }
  const held = `0x${50_000_000n.toString(16).padStart(64, '0')}`
  const chain = {
    network: entry,
    eachReadsWithBlock: async () => [{ answers: [held] }],
    fees: async () => ({ type: 0, gasPrice: wei(1_000_000_001n) }),
  } as unknown as Chain
  // a million gas at 1.000000001 gwei: 0.001000000001 dollars
  const spendable = await readSpendable(
    { chain: async () => chain, clock: unused },
    entry.name,
    trader0,
    token as never,
  )
  expect(spendable).toBe(amount(50_000_000n - 1_001n))
})

test('a plan counts USDT0 on stable and its native currency as one balance, and leaves gas of it', async () => {
  const entry = getNetworkEntry('stable')
  const usdt0 = { ...entry.tokens.find(({ symbol }) => symbol === 'USDT0'), network: entry.name, listed: true } as never
  const chain = {
    network: entry,
    eachReadsWithBlock: async () => [{ answers: [`0x${(50n * 10n ** 18n).toString(16).padStart(64, '0')}`] }],
    fees: async () => ({ type: 0, gasPrice: wei(10n ** 9n) }),
  } as unknown as Chain
  const balances = await openPlannedBalances({ clock: unused }, chain, trader0)
  expect(await balances.read(usdt0)).toBe(50_000_000n)
  expect(await balances.readReserve(usdt0)).toBe(1_000n) // a million gas at 1 gwei
  balances.add(usdt0, -10_000_000n)
  balances.payGas(wei(2_500_000_000_000_000n))
  expect(await balances.read(nativeOf(entry))).toBe(39_997_500_000_000_000_000n)
  expect(await balances.read(usdt0)).toBe(39_997_500n)
  expect(balances.leftForGas(40n * 10n ** 18n)).toMatchObject({ left: -2_500_000_000_000_000n })
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

const head = { number: 1, hash: '0x00', time: seconds(1) }

test.each(['metis', 'telos', 'polygon', 'ethereum'])('fees of %s are of the kind that its head has', (name) => {
  const entry = getNetworkEntry(name)
  const gasPrice = { jsonrpc: '2.0', id: 1, result: '0x77359400' } as never
  expect(estimateFees(entry, { ...head, baseFee: undefined } as never, [undefined, gasPrice]).fees).toEqual({
    type: 0,
    gasPrice: 2_000_000_000n,
  })
  expect(estimateFees(entry, { ...head, baseFee: 1n } as never, [undefined, gasPrice]).fees.type).toBe(2)
})

test('without a base fee to speak of, bsc is offered its gas price as the tip', () => {
  const gasPrice = { jsonrpc: '2.0', id: 1, result: '0x2faf080' } as never
  expect(estimateFees(getNetworkEntry('bsc'), { ...head, baseFee: 0n } as never, [undefined, gasPrice])).toEqual({
    fees: { type: 2, maxFeePerGas: 50_000_000n, maxPriorityFeePerGas: 50_000_000n },
    expected: 50_000_000n,
  })
})

test('tokens with decimals or names of their own', () => {
  const decimalsOf = (name: string, symbol: string) =>
    getNetworkEntry(name).tokens.find((token) => token.symbol === symbol)?.decimals
  expect([decimalsOf('bsc', 'USDC'), decimalsOf('bsc', 'USDT'), decimalsOf('stable', 'USDT0')]).toEqual([18, 18, 6])
  expect(getNetworkEntry('stable').native).toMatchObject({ symbol: 'USDT0', decimals: 18 })
  const katana = getNetworkEntry('katana').tokens.map(({ symbol }) => symbol)
  expect(katana.slice(0, 3)).toEqual(['vbETH', 'vbUSDC', 'vbUSDT'])
})

test('arbitrum is offered no tip, and no other network goes without', () => {
  const withBaseFee = { ...head, baseFee: 10n ** 9n } as never
  const nothing = [undefined, undefined]
  expect(estimateFees(getNetworkEntry('arbitrum'), withBaseFee, nothing)).toMatchObject({
    fees: { maxPriorityFeePerGas: 0n },
  })
  expect(estimateFees(getNetworkEntry('optimism'), withBaseFee, nothing)).toMatchObject({
    fees: { maxPriorityFeePerGas: 1_000_000n },
  })
})
