/** `npm run test:clients`: programs that are too heavy for the main install, against the built server. */
import type { QuoteRequest, QuoteService, SdkQuote } from '@balmy/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ethereum, startEthereum } from '../ethereum.ts'
import { keyOf } from '../keys.ts'
import { createEthersAccount, createViemAccount } from '../signers.ts'
import {
  type Account,
  approveAndMine,
  expectFreshQuotes,
  expectSwapEnds,
  tradeNative,
  tradeToken,
  typedDataFor,
  usdc,
  weth,
} from '../trade.ts'
import { type Asked, quoteServiceAt, source } from './quote-service.ts'
import { byEthers5 } from './signers.ts'

type Wish = Omit<QuoteRequest, 'chainId' | 'slippagePercentage' | 'takerAddress' | 'filters'> &
  Partial<Pick<QuoteRequest, 'slippagePercentage'>>

let ethereum: Ethereum
beforeAll(async () => {
  ethereum = await startEthereum()
}, 120_000)
afterAll(() => ethereum.close())

const place = (i: number) => ({ chainUrl: ethereum.chainUrl, key: keyOf(i) })

describe('ethers 5', () => {
  test('sells a token: quote, failed check, approval, the same quote, swap, status', async () => {
    await tradeToken(ethereum, byEthers5(place(4)))
  })

  test('sells native currency with one request', async () => {
    await tradeNative(ethereum, byEthers5(place(4)))
  })
})

test('three signers make the same signature of a quote', async () => {
  const first = byEthers5(place(3))
  const signers = [first, createEthersAccount(place(3)), createViemAccount(place(3))]
  const typedData = await typedDataFor(ethereum, first.address)
  const signatures = await Promise.all(signers.map(({ sign }) => sign(typedData)))
  expect(signatures[0]).toMatch(/^0x[0-9a-f]{130}$/)
  expect(new Set(signatures).size).toBe(1)
})

describe('the quote source of @balmy/sdk', () => {
  const asked: Asked[] = []
  let quotes: QuoteService
  beforeAll(() => {
    quotes = quoteServiceAt(ethereum.url, asked)
  })

  const wish = (account: Account, more: Wish) => ({
    chainId: 1,
    slippagePercentage: 0.7,
    takerAddress: account.address,
    filters: { includeSources: [source] },
    ...more,
  })

  async function quoteAndPayload(account: Account, more: Wish) {
    await expectFreshQuotes(ethereum, account.address)
    const [quote] = await quotes.getAllQuotes({ request: wish(account, more), config: { ignoredFailed: false } })
    expect(quote.failed, String(quote.error)).toBeUndefined()
    return { quote, payload: () => quotes.buildTxs({ quotes: { [source]: quote } })[source] }
  }

  test('sells native currency', async () => {
    const account = byEthers5(place(5))
    const order = { type: 'sell', sellAmount: 10n ** 17n } as const
    const { quote, payload } = await quoteAndPayload(account, {
      sellToken: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      buyToken: usdc,
      order,
    })
    const { to, data, value } = await payload()
    expect(value).toBe(10n ** 17n)
    const hash = await account.send({ to, data, value: String(value) })
    await expectSwapEnds(ethereum, { hash, quote: said(quote) })
    expect(quote.gas.estimatedGas).toBeGreaterThan(0n)
  })

  test('sells a token for another recipient, over sources of its choice, after its approval', async () => {
    const account = byEthers5(place(6))
    const { quote, payload } = await quoteAndPayload(account, {
      sellToken: usdc,
      buyToken: weth,
      order: { type: 'sell', sellAmount: 250_000_000n },
      recipient: byEthers5(place(7)).address,
      sourceConfig: { custom: { [source]: { sourceAllowlist: ['uniswap-v3', 'uniswap-v2'] } } },
    })
    expect(asked.at(-1)?.searchParams.get('liquiditySources')).toBe('uniswap-v3,uniswap-v2')
    await approveAndMine(ethereum, account, {
      token: usdc,
      spender: quote.source.allowanceTarget,
      amount: 250_000_000n,
    })
    const { to, data } = await payload()
    const hash = await account.send({ to, data })
    await expectSwapEnds(ethereum, { hash, quote: said(quote) })
  })

  test('recognizes a failure', async () => {
    const request = wish(byEthers5(place(6)), {
      sellToken: usdc,
      buyToken: weth,
      order: { type: 'sell', sellAmount: 1n },
      slippagePercentage: 60,
    })
    const [quote] = await quotes.getAllQuotes({ request, config: { ignoredFailed: false } })
    expect(quote).toMatchObject({ failed: true })
    expect(String(quote.error)).toContain('VALIDATION_FAILED')
  })

  /** The SDK's form of our quote, in our terms. */
  const said = ({ customData, buyAmount }: SdkQuote) => ({
    id: customData.quoteId,
    amountOut: String(buyAmount.amount),
  })
})
