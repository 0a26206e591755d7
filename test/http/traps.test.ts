/** Pitfalls for public clients. */
import { Interface, TypedDataEncoder, verifyTypedData, Wallet } from 'ethers'
import { hashTypedData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evm, hex } from '#domain/units'
import { createRpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { checksum } from '#text/checksum'
import {
  dai,
  defaultQuery,
  type HttpFixture,
  native,
  type Parameters,
  startHttpFixture,
  stranger,
  trader,
  usdc,
  weth,
} from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

const word = (n: bigint) => n.toString(16).padStart(64, '0')

describe('1: what is signed', () => {
  test('common signers accept it unchanged and compute the same hash', async () => {
    const { typedData, message } = (await api.quote()).body
    expect(typeof typedData.domain.chainId).toBe('number')
    expect(Object.keys(typedData.types)).toEqual(['Swap'])
    expect(message).toEqual(typedData.message)
    const { domain, types } = typedData
    const byEthers = TypedDataEncoder.hash(domain, types, typedData.message)
    expect(hashTypedData({ ...typedData, primaryType: 'Swap' })).toBe(byEthers)
    const wallet = Wallet.createRandom()
    const signature = await wallet.signTypedData(domain, types, typedData.message)
    expect(verifyTypedData(domain, types, typedData.message, signature)).toBe(wallet.address)
  })

  test('amounts are strings, and the net amount and the fees add up to the input', async () => {
    const { body } = await api.quote({ affiliateAddress: stranger, affiliateFee: '0.01' })
    const { amountIn, swapFee, affiliateFee } = body.message
    for (const value of Object.values(body.message)) expect(typeof value).toBe('string')
    expect(BigInt(amountIn) + BigInt(swapFee) + BigInt(affiliateFee)).toBe(BigInt(body.sellAmount))
    expect(affiliateFee).toBe('10000000000000000')
  })
})

test('2: gas is the first fee, and every value a plain decimal', async () => {
  for (const more of [{}, { affiliateAddress: stranger, affiliateFee: '0.000001' }, { sellAmount: '1000000000000' }]) {
    const { body } = await api.quote(more)
    expect(body.fees[0].type).toBe('gas')
    for (const { value } of body.fees) expect(value).toMatch(/^\d+(\.\d+)?$/)
  }
})

test.each<[string, string]>([
  ['a comma list', 'liquiditySources=uniswap-v2,sushi-v2'],
  ['a repeated key', 'liquiditySources=uniswap-v2&liquiditySources=sushi-v2'],
  ['key[]', 'liquiditySources[]=uniswap-v2&liquiditySources[]=sushi-v2'],
  ['key[], encoded', 'liquiditySources%5B%5D=uniswap-v2&liquiditySources%5B%5D=sushi-v2'],
])('3: liquiditySources as %s', async (_, said) => {
  const all = await api.quote({ sellAmount: '300000000000000000000' })
  const some = await api.get(`/aggregator/quote?${said}`, {})
  expect(some.body.code).toBe(1000)
  const query = new URLSearchParams({
    ...(defaultQuery as Record<string, string>),
    sellAmount: '300000000000000000000',
  })
  const { status, body } = await api.get(`/aggregator/quote?${query}&${said}`)
  expect(status).toBe(200)
  const sources = async (id: string) =>
    new Set(
      (await api.get('/aggregator/distributions', { quoteId: id })).body.legs.map(
        ({ protocol }: { protocol: string }) => protocol,
      ),
    )
  expect(await sources(body.id)).toEqual(new Set(['uniswap-v2', 'sushi-v2']))
  expect(await sources(all.body.id)).toContain('uniswap-v3')
})

test('3: an empty list counts as absent, and an unknown name is reported', async () => {
  expect((await api.quote({ liquiditySources: '' })).status).toBe(200)
  expect((await api.quote({ liquiditySources: 'uniswap-v3,atlantis' })).body).toMatchObject({
    code: 1002,
    error: 'LIQUIDITY_SOURCE_NOT_VALID',
    message: 'Wrong parameters: unknown liquiditySources: atlantis',
  })
  expect((await api.quote({ liquiditySources: 'uniswap-v3,uniswap-v3' })).body.code).toBe(1000)
  const many = Array.from({ length: 51 }, (_, i) => `a${i}`).join(',')
  expect((await api.quote({ liquiditySources: many })).body.code).toBe(1000)
})

describe('4: clients write another amount into the payload', () => {
  const sold = 10n ** 18n
  const payload = async (more: Parameters = {}) => {
    const { body, headers } = await api.get('/aggregator/quote/transaction', { ...defaultQuery, ...more })
    return { ...body.transaction, end: Number(headers.get('x-amount-in-offset')) }
  }

  test('it is there once, at the offset of the header', async () => {
    const { data, end } = await payload()
    const words = data.slice(10).match(/.{64}/g) ?? []
    expect(words.filter((one: string) => one === word(sold))).toHaveLength(1)
    expect(data.slice(2 + 2 * (end - 32), 2 + 2 * end)).toBe(word(sold))
  })

  test.each([sold / 2n, sold - 1n, sold * 2n])('%s in its place still swaps', async (other) => {
    const { data, to, from, end } = await payload({ slippage: '0.5', sellAmount: String(sold) })
    const patched = `${data.slice(0, 2 + 2 * (end - 32))}${word(other)}${data.slice(2 + 2 * end)}`
    const call = { to, from, data: patched, value: `0x${other.toString(16)}` }
    const [out] = new Interface(['function f() view returns (uint256)']).decodeFunctionResult(
      'f',
      await createRpc(api.app.url)<string>('eth_call', call, 'latest'),
    )
    expect(out).toBeGreaterThan(0n)
  })

  test('the minimum still binds', async () => {
    const { data, to, from, end } = await payload({ slippage: '0.01' })
    const less = sold / 2n
    const patched = `${data.slice(0, 2 + 2 * (end - 32))}${word(less)}${data.slice(2 + 2 * end)}`
    const call = { to, from, data: patched, value: `0x${less.toString(16)}` }
    await expect(createRpc(api.app.url)('eth_call', call, 'latest')).rejects.toThrow()
  })
})

describe('5: a quote is never refused for what the sender lacks', () => {
  test.each([native, '0x000000000000000000000000000000000000dEaD', '0x000000000000000000000000000000000000dead'])(
    '%s has no issues',
    async (nobody) => {
      const { status, body } = await api.quote({ fromAddress: nobody, toAddress: nobody })
      expect(status).toBe(200)
      expect(body.issues).toBeNull()
    },
  )

  test('a sender without balance or allowance gets issues', async () => {
    const poor = checksum('0x00000000000000000000000000000000000000aa')
    const { status, body } = await api.quote({
      fromTokenAddress: usdc,
      toTokenAddress: weth,
      sellAmount: '5000000',
      fromAddress: poor,
      toAddress: poor,
    })
    expect(status).toBe(200)
    expect(body.issues).toEqual({
      allowance: { actual: '0', required: '5000000', spender: body.targetAddress },
      balance: { token: usdc, actual: '0', required: '5000000' },
      simulationIncomplete: true,
    })
  })
})

describe('6: answers and spellings', () => {
  test('no success has an error member, and every address is checksummed', async () => {
    const { body: quote } = await api.quote({ sellAmount: '100000000000000000000' })
    const bodies = [
      quote,
      (await api.get('/aggregator/distributions', { quoteId: quote.id })).body,
      (await api.get('/aggregator/quote-debug', { quoteId: quote.id })).body,
      (await api.get('/aggregator/transaction', { quoteId: quote.id })).body,
      (await api.get('/aggregator/quote/transaction', defaultQuery)).body,
    ]
    for (const body of bodies) {
      expect(body.error).toBeFalsy()
      const { data: _, ...rest } = body.transaction ?? body
      for (const [address] of JSON.stringify(rest).matchAll(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g))
        expect(address).toBe(checksum(address.toLowerCase()))
    }
  })

  const newer = { ...defaultQuery, affiliateAddress: stranger, affiliateFee: '0.01' }
  const older = {
    ...defaultQuery,
    network: undefined,
    sellAmount: undefined,
    amount: defaultQuery['sellAmount'],
    affiliateAddress: stranger,
    affiliateFeeInPercentage: '0.01',
    enableRFQ: 'false',
  }
  const mixed = { ...defaultQuery, affiliateAddress: stranger, affiliateFeeInPercentage: '0.01' }

  test('newer, older and mixed spelling are equivalent', async () => {
    const answers = await Promise.all([newer, older, mixed].map((query) => api.get('/aggregator/quote', query)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.amountOut)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.message.affiliateFee))).toEqual(new Set(['10000000000000000']))
  })

  test('two spellings may agree, not differ', async () => {
    const sell = defaultQuery['sellAmount']
    expect((await api.quote({ amount: sell })).status).toBe(200)
    expect((await api.quote({ amount: '1' })).body).toMatchObject({
      code: 1000,
      details: [{ field: 'sellAmount', reason: 'differs' }],
    })
    const fees = { affiliateAddress: stranger, affiliateFee: '0.01' }
    expect((await api.quote({ ...fees, affiliateFeeInPercentage: '0.010' })).status).toBe(200)
    expect((await api.quote({ ...fees, affiliateFeeInPercentage: '0.011' })).body.code).toBe(1000)
    const query = new URLSearchParams(defaultQuery as Record<string, string>)
    expect((await api.get(`/aggregator/quote?${query}&network=base`)).body.code).toBe(1000)
    expect((await api.get(`/aggregator/quote?${query}&network=sandbox`)).status).toBe(200)
  })
})

test('7: a failed check leaves the quote as it was', async () => {
  const { body: quote } = await api.quote({ fromTokenAddress: dai, toTokenAddress: weth, sellAmount: `${10n ** 20n}` })
  const ask = () => api.get('/aggregator/transaction', { quoteId: quote.id })
  for (const reply of [await ask(), await ask()])
    expect(reply.body).toMatchObject({ code: 3010, details: [{ check: 'allowance', spender: quote.targetAddress }] })
  const approve = new Interface(['function approve(address, uint256)'])
  const data = hex(approve.encodeFunctionData('approve', [quote.targetAddress, 10n ** 20n]))
  await sendFrom(createRpc(api.app.url), { from: evm(trader), to: evm(dai), data })
  expect((await ask()).status).toBe(200)
  expect((await ask()).body.code).toBe(3003)
})

test('8: equal requests at one block have one answer, which states the block', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => api.quote({ sellAmount: `${25n * 10n ** 18n}` })))
  const facts = answers.map(({ body }) => {
    const { id, 'quote-id': older, createdAt, expiresAt, typedData, message, ...rest } = body
    expect([older, typedData.message]).toEqual([id, message])
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(300_000)
    return JSON.stringify(rest)
  })
  // a block may come between two answers: an approval was sent just before
  expect(new Set(answers.map(({ body }) => body.blockNumber)).size).toBeLessThanOrEqual(2)
  for (const [i, { body }] of answers.entries())
    expect(facts[i]).toBe(facts[answers.findIndex((other) => other.body.blockNumber === body.blockNumber)])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(6)
  expect(answers[0]?.body.blockNumber).toMatch(/^\d+$/)
})
