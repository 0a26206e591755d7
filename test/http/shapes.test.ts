/** The members of every record, by name: other programs read exactly these. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { all as routes } from '#http/routes.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { type HttpFixture, startHttpFixture, stranger, trader, unknownId, usdc, weth } from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const members = (value: object) => Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
const named = (text: string) => text.split(/,\s*/).sort((a, b) => (a < b ? -1 : 1))
const large = { sellAmount: `${10n ** 20n}` }

describe('a quote', () => {
  test('is the union of both forms, with a proof if there is one', async () => {
    const { body } = await api.quote(large)
    expect(members(body)).toEqual(
      named(
        'id,quote-id,amountOut,toTokenAmount,amountOutMin,targetAddress,fees,resourceEstimate,typedData,message,' +
          'network,sellAmount,priceImpact,fromAmountUsd,toAmountUsd,blockNumber,createdAt,expiresAt,issues,' +
          'optimality,warnings',
      ),
    )
    expect(members(body.resourceEstimate)).toEqual(['gasLimit'])
    const { upperBound, gapPpm, boundBy } = body.optimality
    expect(members(body.optimality)).toEqual(named('upperBound,gapPpm,boundBy'))
    expect(upperBound).toMatch(/^[1-9]\d*$/)
    expect(gapPpm).toBeGreaterThanOrEqual(0)
    expect(boundBy).toMatch(/\w/)
  })

  test('is signed as twelve fields in one order, for our router on this chain', async () => {
    const { body } = await api.quote()
    const order =
      'router,sender,recipient,fromAsset,toAsset,deadline,amountOutMin,swapFee,amountIn,affiliate,affiliateFee,nonce'
    expect(body.typedData.types.Swap.map(({ name }: { name: string }) => name).join()).toBe(order)
    expect(Object.keys(body.message).join()).toBe(order)
    expect(body.typedData.domain).toEqual({
      name: 'Swapline Router',
      version: '1',
      chainId: 31337,
      verifyingContract: body.targetAddress,
    })
    expect(body.message).toMatchObject({ router: body.targetAddress, amountOutMin: body.amountOutMin, swapFee: '0' })
  })

  test('has fees of these members, in dollars too, and none of our own', async () => {
    const { body } = await api.quote({ affiliateAddress: stranger, affiliateFee: '5e-05' })
    expect(body.fees.map(({ type }: { type: string }) => type)).toEqual(['gas', 'affiliate'])
    for (const fee of body.fees) expect(members(fee)).toEqual(named('type,value,amount,token'))
    expect(body.fees[1].amount).toBe('50000000000000')
    expect(Number(body.fees[1].value)).toBeGreaterThan(0)
  })
})

test.each([
  ['.01', 200],
  ['0.009999999999999999', 200],
  ['1E-6', 200],
  ['1e-7', 400],
  ['0.100001', 400],
])('an affiliate fee of %s is answered with %i', async (affiliateFee, status) => {
  expect((await api.quote({ affiliateAddress: stranger, affiliateFee })).status).toBe(status)
})

test('a distribution has the exact legs and their display as paths', async () => {
  const { body: quote } = await api.quote({ ...large, fromTokenAddress: weth })
  const { body } = await api.get('/aggregator/distributions', { quoteId: quote.id })
  expect(members(body)).toEqual(
    named(
      'quoteId,network,fromTokenAddress,toTokenAddress,amountIn,amountOut,priceImpact,blockNumber,state,' +
        'distributions,legs',
    ),
  )
  const [path] = body.distributions
  expect(members(path)).toEqual(named('percent,amountIn,amountOut,route'))
  expect(members(path.route[0])).toEqual(
    named('protocol,pool,fromTokenAddress,toTokenAddress,percent,amountIn,amountOut'),
  )
  expect(members(path.route[0].pool)).toEqual(named('address,type,fee'))
  expect(members(body.legs[0])).toEqual(named('protocol,pool,tokenIn,tokenOut,share32,amountIn,amountOut'))
  const sold = body.distributions.reduce(
    (sum: bigint, { amountIn }: { amountIn: string }) => sum + BigInt(amountIn),
    0n,
  )
  expect([String(sold), body.amountIn]).toEqual([quote.sellAmount, quote.sellAmount])
  expect(body.amountOut).toBe(quote.amountOut)
})

test('a swap record has every member, and its own id', async () => {
  const { quote, transaction } = (
    await api.get('/aggregator/quote/transaction', {
      network: 'sandbox',
      fromTokenAddress: `0x${'0'.repeat(40)}`,
      toTokenAddress: usdc,
      sellAmount: '1000000000000000',
      slippage: '0.01',
      fromAddress: trader,
      toAddress: trader,
      gasless: 'false',
    })
  ).body
  const { from, to, data, value } = transaction
  const rpc = createRpc(api.app.url)
  const hash = await rpc<string>('eth_sendTransaction', { from, to, data, value: `0x${BigInt(value).toString(16)}` })
  const { body } = await api.get('/user-manager/swap', { transactionHash: hash, network: 'sandbox' })
  expect(members(body)).toEqual(
    named(
      'id,swapId,status,substatus,quoteId,network,fromAddress,toAddress,fromTokenAddress,toTokenAddress,sellAmount,' +
        'amountOutExpected,amountOutMin,amountOut,gasless,transactionHash,toTransactionHash,blockNumber,gasUsed,' +
        'effectiveGasPrice,fees,error,createdAt,updatedAt,timeline',
    ),
  )
  expect(body.id).toMatch(uuid4)
  expect([body.id, body.quoteId]).toEqual([body.swapId, quote.id])
  expect(members(body.timeline[0])).toEqual(named('stage,at,blockNumber,transactionHash'))
  const counts = (await api.get('/user-manager/status-counts', { walletAddress: trader })).body
  expect(members(counts)).toEqual(named('pending,bridging,success,partial,error,refunded,expired'))
})

test('a network has every member', async () => {
  const { body } = await api.get('/token-manager/networks')
  const sandbox = body.find(({ name }: { name: string }) => name === 'sandbox')
  expect(members(sandbox)).toEqual(
    named(
      'id,name,chainId,logoUrl,displayName,type,nativeCurrency,wrappedNativeAddress,targetAddress,explorerUrl,' +
        'transactionType,gasless,crossChain,status',
    ),
  )
})

test('a payload is of its network’s kind, in decimal strings', async () => {
  const { transaction } = (
    await api.get('/aggregator/quote/transaction', {
      network: 'sandbox',
      fromTokenAddress: weth,
      toTokenAddress: usdc,
      sellAmount: '1000000000000000',
      slippage: '0.01',
      fromAddress: trader,
      toAddress: stranger,
      gasless: 'false',
    })
  ).body
  expect(members(transaction)).toEqual(
    named('from,to,data,chainId,type,gasLimit,maxFeePerGas,maxPriorityFeePerGas,value'),
  )
  const { chainId, type, value } = transaction
  expect({ chainId, type, value }).toEqual({ chainId: 31337, type: 2, value: '0' })
  for (const name of ['gasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas']) expect(transaction[name]).toMatch(/^\d+$/)
})

test('the networks of a quote across networks have three spellings', async () => {
  const ask = (more: Record<string, string | undefined>) =>
    api.get('/aggregator/quote-in', {
      fromTokenAddress: `0x${'0'.repeat(40)}`,
      toTokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      sellAmount: '1000',
      slippage: '0.01',
      fromAddress: trader,
      toAddress: trader,
      gasless: 'false',
      ...more,
    })
  for (const from of ['fromNetwork', 'fromNetworkName', 'network'])
    for (const to of ['toNetwork', 'toNetworkName'])
      expect((await ask({ [from]: 'sandbox', [to]: 'base' })).body.code, `${from} ${to}`).toBe(1006)
  const { body } = await ask({})
  expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['fromNetwork', 'toNetwork'])
  expect((await ask({ fromNetwork: 'sandbox', network: 'base', toNetwork: 'base' })).body.code).toBe(1000)
})

test('every answer, success or failure, states the version and has an id', async () => {
  const ids = new Set<string | null>()
  for (const { path } of routes) {
    const { headers } = await api.get(path.replace(/:\w+/, unknownId))
    expect(headers.get('x-api-version'), path).toBe('1')
    expect(headers.get('x-request-id'), path).toMatch(uuid4)
    ids.add(headers.get('x-request-id'))
  }
  expect(ids.size).toBe(routes.length)
})
