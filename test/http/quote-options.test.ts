/** Options of a quote besides the trade itself. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { network as sandbox } from '#networks/entries/sandbox'
import {
  dai,
  defaultQuery,
  type HttpFixture,
  native,
  type Parameters,
  startHttpFixture,
  stranger,
  usdc,
} from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

const codeOf = async (more: Parameters) => (await api.quote(more)).body.code

test('gasless=true needs a relayer', async () => {
  expect((await api.quote({ gasless: 'true' })).body).toMatchObject({ code: 1004, error: 'GASLESS_NOT_AVAILABLE' })
  expect(await codeOf({ gasless: 'True', slippage: '2' })).toBe(1000)
  expect((await api.quote({ gasless: 'False' })).status).toBe(200)
  expect(await codeOf({ gasless: '0' })).toBe(1000)
})

test('enableRFQ only gives a warning', async () => {
  expect((await api.quote({ enableRFQ: 'true' })).body.warnings.join()).toContain('enableRFQ')
  expect((await api.quote({ enableRFQ: 'false' })).body.warnings).toEqual([])
})

test('affiliates', async () => {
  expect(await codeOf({ affiliateAddress: stranger })).toBe(1000)
  expect(await codeOf({ affiliateFee: '0.01' })).toBe(1000)
  expect(await codeOf({ affiliateAddress: stranger, affiliateFee: '0.100001' })).toBe(1000)
  expect(await codeOf({ affiliateAddress: native, affiliateFee: '0.01' })).toBe(1000)
  for (const wrong of ['affiliateFee', 'affiliateFeeInPercentage'])
    expect((await api.quote({ affiliateAddress: stranger, [wrong]: '0.10001' })).body).toMatchObject({
      message: 'Wrong parameters: affiliateFee must be between 0 and 0.1 (a fraction: 0.005 means 0.5%)',
      details: [{ field: 'affiliateFee', reason: 'out_of_range', value: '0.10001' }],
    })
  expect((await api.quote({ affiliateAddress: '0x1', affiliateFee: '0.01' })).body).toMatchObject({
    message: 'Wrong parameters: affiliateAddress must be an address: 0x and 40 hexadecimal digits',
    details: [{ field: 'affiliateAddress', reason: 'not_valid', value: '0x1' }],
  })
  expect((await api.quote({ affiliateFeeInPercentage: '0' })).status).toBe(200)
  expect((await api.quote({ affiliateAddress: stranger, affiliateFee: '0.1' })).status).toBe(200)
  expect((await api.quote({ affiliateAddress: '', affiliateFee: '' })).status).toBe(200)
})

test('limits of the route', async () => {
  const bounds: readonly (readonly [string, number])[] = [
    ['maxHops', 5],
    ['maxSplits', 20],
    ['maxLegs', 64],
  ]
  for (const [name, max] of bounds) {
    for (const good of [1, max]) expect((await api.quote({ [name]: String(good) })).status, name).toBe(200)
    for (const bad of ['0', String(max + 1), '1.5', 'many']) expect(await codeOf({ [name]: bad }), name).toBe(1000)
  }
  const { body } = await api.quote({ maxLegs: '1', sellAmount: `${10n ** 21n}` })
  expect((await api.get('/aggregator/distributions', { quoteId: body.id })).body.legs).toHaveLength(1)
})

test('an impact above the limit is refused', async () => {
  const large = { sellAmount: `${10n ** 20n}` }
  expect((await api.quote({ ...large, maxPriceImpact: '0.0001' })).body).toMatchObject({ code: 2070 })
  expect((await api.quote({ ...large, maxPriceImpact: '1' })).status).toBe(200)
})

test('an impact above five percent gives a warning, with any options', async () => {
  expect((await api.quote()).body.warnings).toEqual([])
  const huge = await api.quote({ sellAmount: String((1n << 128n) - 1n) })
  expect([huge.status, huge.body.priceImpact, huge.body.warnings]).toEqual([
    200,
    '0.99',
    ['The price impact is 99 %: so large a trade moves the price against itself.'],
  ])
})

test('the given gas price weighs routes and is paid', async () => {
  const { quote, transaction } = (
    await api.get('/aggregator/quote/transaction', { ...defaultQuery, gasPrice: '7000000000' })
  ).body
  expect(transaction.maxFeePerGas).toBe('7000000000')
  const [gas] = quote.fees
  expect(BigInt(gas.amount) % 7_000_000_000n).toBe(0n)
})

test('pools and sources can be excluded', async () => {
  const { body } = await api.quote({ fromTokenAddress: usdc, toTokenAddress: dai, sellAmount: '1000000' })
  const legs = async (quoteId: string) => (await api.get('/aggregator/distributions', { quoteId })).body.legs
  const [first] = await legs(body.id)
  const without = await api.quote({
    fromTokenAddress: usdc,
    toTokenAddress: dai,
    sellAmount: '1000000',
    excludePools: first.pool,
  })
  expect(JSON.stringify(await legs(without.body.id))).not.toContain(first.pool)
  expect(await codeOf({ excludePools: 'the big one' })).toBe(1000)
  expect(await codeOf({ excludeSources: 'atlantis' })).toBe(1002)
  expect((await api.quote({ liquiditySources: 'sushi-v2', excludeSources: 'sushi-v2' })).body).toMatchObject({
    code: 2069,
    message: 'We are unable to find routes to execute your swap based on your amountIn',
    details: sandbox.venues.map(({ name }) => ({ source: name, reason: 'excluded' })),
  })
})

test('a quote may be limited to any listed source, and to no other', async () => {
  const { body } = await api.get('/aggregator/liquidity-sources', { networkName: 'sandbox' })
  const listed: readonly string[] = body.map(({ id }: { readonly id: string }) => id)
  expect(listed).toContain('uniswap-v3')
  for (const id of listed) expect(await codeOf({ liquiditySources: id }), id).not.toBe(1002)
  const [other = ''] = sandbox.venues.map(({ name }) => name).filter((name) => !listed.includes(name))
  expect((await api.quote({ liquiditySources: other })).body).toMatchObject({
    code: 1002,
    message: `Not used here: ${other}. Amounts of that family are not proven against the real contracts.`,
  })
})

test('the output can be fixed instead of the input, and the objective can be chosen', async () => {
  expect(await codeOf({ buyAmount: '1' })).toBe(1000) // together with sellAmount
  expect((await api.quote({ buyAmount: '1000000', sellAmount: undefined })).status).toBe(200)
  expect((await api.quote({ optimizeFor: 'gas' })).status).toBe(200)
  expect(await codeOf({ optimizeFor: 'luck' })).toBe(1000)
  expect((await api.quote({ optimizeFor: 'netOutput' })).status).toBe(200)
})
