/** Gasless swaps by two requests: a quote, and the signed order. */
import { Wallet as EthersWallet, Interface, Signature, TypedDataEncoder, type Wallet } from 'ethers'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wei } from '#domain/units'
import { getTestContractCode } from '../contracts/compile.ts'
import { sandbox } from '../trade/fixture.ts'
import { dai, defaultQuery, type HttpFixture, native, startHttpFixture, usdc, usdt, weth } from './fixture.ts'
import { createGaslessClient, type GaslessClient, signQuote } from './gasless-client.ts'

let api: HttpFixture
let client: GaslessClient
beforeAll(async () => {
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  client = createGaslessClient(api)
  await client.makeDaiPermits()
}, 120_000)
afterAll(async () => {
  client.close()
  await api.close()
})

const usd = (dollars: number) => BigInt(dollars) * 10n ** 6n
const everythingOf = 2n ** 256n - 1n

const encodeApproval = (spender: string): string =>
  new Interface(['function approve(address,uint256)']).encodeFunctionData('approve', [spender, everythingOf])

/** Both signatures by viem, from the same answer. */
async function signByViem(
  user: Wallet,
  { typedData, permit }: { typedData: never; permit: { typedData: never } | null },
) {
  const account = privateKeyToAccount(user.privateKey as `0x${string}`)
  return {
    swapSignature: await account.signTypedData({ primaryType: 'Swap', ...(typedData as object) } as never),
    permitSignature: permit === null ? '0x' : await account.signTypedData(permit.typedData),
  }
}

async function expectSwapped(user: Wallet, quote: { amountOut: string }, reply: { status: number; body: never }) {
  expect(reply).toMatchObject({ status: 200, body: { status: 'pending', gasless: true } })
  const record = await client.settled((reply.body as { id: string }).id)
  expect(record).toMatchObject({ status: 'success', substatus: 'confirmed', amountOut: quote.amountOut, error: null })
  expect(await client.call(weth, 'balanceOf', user.address)).toBe(BigInt(quote.amountOut))
  expect(await client.provider.getBalance(user.address)).toBe(0n)
  expect(record.fees.map(({ type }: { type: string }) => type)).toEqual(['gas', 'relayer'])
  return record
}

describe('a wallet without native currency swaps by two requests', () => {
  test.each([
    ['EIP-2612', () => usdc, usd(500), 'eip-2612'],
    ['DAI', () => dai, 500n * 10n ** 18n, 'dai'],
  ])('with a permit as %s has it, and both libraries sign the same', async (_, token, sold, kind) => {
    const user = await client.createUser(token(), sold)
    const { body, headers } = await client.quote(user.address, token(), sold)
    expect(headers.get('deprecation')).toBe('true')
    expect(body).toMatchObject({ gasless: true, permit: { kind }, message: { nonce: '0' } })
    expect(body.fees[1]).toMatchObject({ type: 'relayer', token: token(), amount: body.message.swapFee })
    expect(BigInt(body.message.amountIn) + BigInt(body.message.swapFee)).toBe(sold)
    const signed = await signQuote(user, body)
    expect(await signByViem(user, body)).toEqual({
      swapSignature: signed.swapSignature,
      permitSignature: signed.permitSignature,
    })
    const reply = await client.submit(signed)
    expect(reply.headers.get('deprecation')).toBe('true')
    await expectSwapped(user, body, reply as never)
    expect(await client.call(token(), 'balanceOf', user.address)).toBe(0n)

    // The same again is the same record, whatever else comes with it; another signature is refused.
    const again = await client.submit({ ...signed, permitSignature: '0x', permitDeadline: 0 })
    expect(again).toMatchObject({ status: 200, body: { id: reply.body.id, status: 'success' } })
    const other = EthersWallet.createRandom()
    const foreign = await client.submit({ ...signed, ...(await signQuote(new EthersWallet(other.privateKey), body)) })
    expect(foreign).toMatchObject({ status: 409, body: { code: 3003 } })
    const fetched = await api.get('/aggregator/transaction', { quoteId: body.id, estimateGas: 'false' })
    expect(fetched).toMatchObject({ status: 409, body: { code: 3003 } })
  })

  test('with an allowance that stands, of a token without permits, and native currency bought', async () => {
    const user = await client.createUser(usdt, usd(300))
    await client.setBalance(user.address, 10n ** 18n)
    const first = await client.quote(user.address, usdt, usd(300))
    expect(first.body.permit).toBeNull()
    expect(await client.submit(await signQuote(user, first.body))).toMatchObject({
      body: { code: 3010, details: [{ check: 'allowance' }] },
    })
    await client.send(usdt, 'approve', [first.body.targetAddress, usd(300)], user)
    await client.setBalance(user.address, 0n)
    // A failed check uses no quote up.
    const { body } = await client.quote(user.address, usdt, usd(300), { toTokenAddress: native })
    expect(BigInt(body.message.nonce)).toBe(1n)
    const reply = await client.submit(await signQuote(user, body))
    expect(await client.settled(reply.body.id)).toMatchObject({ status: 'success', amountOut: body.amountOut })
    expect(await client.provider.getBalance(user.address)).toBe(BigInt(body.amountOut))
  })

  test('of a contract that signs by EIP-1271', async () => {
    const made = await (await client.rich.sendTransaction({ data: getTestContractCode('SigningWallet') })).wait()
    const wallet = made?.contractAddress ?? ''
    await client.send(usdc, 'transfer', [wallet, usd(200)])
    const { body } = await client.quote(wallet, usdc, usd(200))
    await client.provider.send('anvil_impersonateAccount', [wallet])
    await client.setBalance(wallet, 10n ** 18n)
    await client.provider.send('eth_sendTransaction', [
      { from: wallet, to: usdc, data: encodeApproval(body.targetAddress) },
    ])
    const { domain, types, message } = body.typedData
    const form = { quoteId: body.id, swapSignature: '0x1234', permitSignature: '0x', permitDeadline: 0 }
    expect((await client.submit(form)).body).toMatchObject({ code: 3020 })
    const sign = new Interface(['function sign(bytes32)'])
    const data = sign.encodeFunctionData('sign', [TypedDataEncoder.hash(domain, types, message)])
    await (await client.rich.sendTransaction({ to: wallet, data })).wait()
    const reply = await client.submit(form)
    expect(await client.settled(reply.body.id)).toMatchObject({ status: 'success', amountOut: body.amountOut })
  })

  test('with a permit of everything, and one that another submits first', async () => {
    const user = await client.createUser(usdc, usd(900))
    const quoted = async () => (await client.quote(user.address, usdc, usd(200))).body
    const one = await quoted()
    const { domain, types, message } = one.permit.typedData
    const everything = await user.signTypedData(domain, types, { ...message, value: everythingOf })
    const reply = await client.submit({ ...(await signQuote(user, one)), permitSignature: everything })
    expect(await client.settled(reply.body.id)).toMatchObject({ status: 'success' })

    const other = await client.createUser(usdc, usd(200))
    const two = (await client.quote(other.address, usdc, usd(200))).body
    const signed = await signQuote(other, two)
    const { v, r, s } = Signature.from(signed.permitSignature)
    const { owner, spender, value, deadline } = two.permit.typedData.message
    await client.send(usdc, 'permit', [owner, spender, value, deadline, v, r, s])
    const third = await client.submit(signed)
    expect(await client.settled(third.body.id)).toMatchObject({ status: 'success' })
  })

  test('live quotes of one account never share a nonce, and the next is in the same word', async () => {
    const user = await client.createUser(usdc, usd(1_000))
    const quotes = await Promise.all(Array.from({ length: 6 }, () => client.quote(user.address, usdc, usd(100))))
    const nonces = quotes.map(({ body }) => Number(body.message.nonce)).sort((a, b) => a - b)
    expect(nonces).toEqual([0, 1, 2, 3, 4, 5])
  })
})

describe('is refused before anything is sent', () => {
  let user: Wallet
  // biome-ignore lint/suspicious/noExplicitAny: bodies are what is tested
  let body: any
  beforeAll(async () => {
    user = await client.createUser(usdc, usd(500))
    body = (await client.quote(user.address, usdc, usd(500))).body
  })
  const nonceOf = async () =>
    client.provider.getTransactionCount((await client.provider.listAccounts())[9]?.address ?? '')

  const signChanged = async (message: object, domain: object = {}) => ({
    ...(await signQuote(user, body)),
    swapSignature: await user.signTypedData({ ...body.typedData.domain, ...domain }, body.typedData.types, {
      ...body.typedData.message,
      ...message,
    }),
  })

  test.each<[string, () => Promise<object>, number]>([
    ['another fee', () => signChanged({ swapFee: '9', amountIn: String(usd(500) - 9n) }), 3020],
    ['another recipient', () => signChanged({ recipient: client.rich.address }), 3020],
    ['another minimum', () => signChanged({ amountOutMin: '1' }), 3020],
    ['another expiry', () => signChanged({ deadline: String(Number(body.message.deadline) + 1) }), 3020],
    ['another chain', () => signChanged({}, { chainId: 1 }), 3020],
    ['another router', () => signChanged({ router: usdc }, { verifyingContract: usdc }), 3020],
    [
      'the twin of its signature',
      async () => {
        const signed = await signQuote(user, body)
        const { r, s, v } = Signature.from(signed.swapSignature)
        const twin = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - BigInt(s)
        const bytes = `${r}${twin.toString(16).padStart(64, '0')}${v === 27 ? '1c' : '1b'}`
        return { ...signed, swapSignature: bytes }
      },
      3020,
    ],
    [
      'a signature of nobody',
      async () => ({ ...(await signQuote(user, body)), swapSignature: `0x${'12'.repeat(65)}` }),
      3020,
    ],
    [
      'another value of the permit',
      async () => {
        const { domain, types, message } = body.permit.typedData
        const permitSignature = await user.signTypedData(domain, types, { ...message, value: usd(501) })
        return { ...(await signQuote(user, body)), permitSignature }
      },
      3021,
    ],
    ...[2 ** 48, 10 ** 15 - 1].map((deadline): [string, () => Promise<object>, number] => [
      `a permit until ${deadline}, which the router cannot read`,
      async () => {
        const { domain, types, message } = body.permit.typedData
        const permitSignature = await user.signTypedData(domain, types, { ...message, deadline: String(deadline) })
        return { ...(await signQuote(user, body)), permitSignature, permitDeadline: deadline }
      },
      3021,
    ]),
    ['a permit that has expired', async () => ({ ...(await signQuote(user, body)), permitDeadline: 1 }), 3022],
    ['no permit where one is needed', async () => ({ ...(await signQuote(user, body)), permitSignature: '0x' }), 3010],
    [
      'a quote of gasless=false',
      async () => {
        const plain = (await client.quote(user.address, usdc, usd(500), { gasless: 'false' })).body
        return signQuote(user, { ...plain, permit: undefined })
      },
      1004,
    ],
    ['another network', async () => ({ ...(await signQuote(user, body)), networkName: 'base' }), 1000],
    [
      'an unknown quote',
      async () => ({ ...(await signQuote(user, body)), quoteId: '6f6f3b52-3e3a-4b6e-9f0a-0d5a4f1e2c3b' }),
      3001,
    ],
  ])('%s', async (_, form, code) => {
    const before = await nonceOf()
    const reply = await client.submit((await form()) as Record<string, unknown>)
    expect(reply.body).toMatchObject({ code })
    expect(await nonceOf()).toBe(before)
    // None of them used the quote up.
    expect(await api.get('/aggregator/distributions', { 'quote-id': body.id })).toMatchObject({
      body: { state: 'valid' },
    })
  })

  test('native currency, by the quote already and with the reason', async () => {
    const reply = await client.quote(user.address, native, 10n ** 18n, { toTokenAddress: usdc })
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 1004, message: expect.stringContaining('Native currency') },
    })
  })

  test('quote and payload in one request, an amount to buy, a fee above half of the sale', async () => {
    const query = { ...defaultQuery, fromTokenAddress: usdc, toTokenAddress: weth, gasless: 'true' }
    const both = await api.get('/aggregator/quote/transaction', { ...query, sellAmount: '1000000' })
    expect(both.body).toMatchObject({ code: 1000 })
    const bought = await client.quote(user.address, usdc, 1n, { sellAmount: undefined, buyAmount: '1000' })
    expect(bought.body).toMatchObject({ code: 1000 })
    expect((await client.quote(user.address, usdc, 100_000n)).body).toMatchObject({ code: 1004 })
  })

  test('a replay: the nonce of a quote that was fetched and executed by its owner', async () => {
    const seller = await client.createUser(usdc, usd(500))
    const quote = (await client.quote(seller.address, usdc, usd(100))).body
    const signed = await signQuote(seller, quote)
    const reply = await client.submit(signed)
    expect(await client.settled(reply.body.id)).toMatchObject({ status: 'success' })
    const next = (await client.quote(seller.address, usdc, usd(100))).body
    const replayed = await client.submit({ ...signed, quoteId: next.id })
    expect(replayed.body).toMatchObject({ code: 3020 })
  })

  test('every order of a lane that has no funds or is not there', async () => {
    const relayer = (await client.provider.listAccounts())[9]?.address ?? ''
    const held = await client.provider.getBalance(relayer)
    const gasless = async () =>
      (await api.get('/token-manager/networks')).body.find(({ name }: { name: string }) => name === 'sandbox').gasless
    expect(await gasless()).toBe(true)
    const signed = await signQuote(user, body)
    await client.setBalance(relayer, 1_000n)
    try {
      expect(await gasless()).toBe(false)
      expect((await client.quote(user.address, usdc, usd(100))).body).toMatchObject({ code: 1004 })
      expect((await client.submit(signed)).body).toMatchObject({
        code: 1004,
        message: expect.stringContaining('too little left'),
      })
    } finally {
      await client.setBalance(relayer, held)
    }
    expect(await gasless()).toBe(true)
    const reply = await client.submit(signed)
    expect(await client.settled(reply.body.id)).toMatchObject({ status: 'success' })
    const without = await api.startAnother({})
    const listed = (await without.get('/token-manager/networks')).body
    expect(listed.find(({ name }: { name: string }) => name === 'sandbox').gasless).toBe(false)
  })
})
