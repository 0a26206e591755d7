/** Accepted terms hold to the end: the displayed minimum, also after a fresh quote, and a known impact. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SwapError } from '#domain/errors'
import { transactionOf } from '#domain/journal/swap'
import { maxCostOf } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import type { Dialogue, SwapTerms } from '#domain/trade/dialogue'
import { amount, nativeToken, noBytes, ppm, wei } from '#domain/units'
import { decodeRouterCall } from '#encoding/swap/router-call'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const { USDC, USDT, WBTC, DAI, WETH } = sandboxGround.tokens
const usd = 10n ** 6n
const any = { ...createSwapRequest({ id: '' }).guards, maxImpact: ppm(900_000) }

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

/** Another trader's trade in the same direction. */
async function tryTrade(raw: bigint): Promise<void> {
  const [, other] = devAccounts
  if (other === undefined) throw new Error('one account only')
  const request = createQuoteRequest(USDC.address, WBTC.address, raw, { from: other.address, to: other.address })
  await (await app.components.trader()).swap(
    createSwapRequest({ request }, { account: 'dev1', guards: any }),
    autoConfirm(),
  )
}

/** Lets the market move before the approval is sent; records the quotes it was shown and those it accepted. */
function watching(move: () => Promise<void>): Dialogue & { readonly quotes: Quote[]; readonly agreed: Quote[] } {
  const [quotes, agreed]: [Quote[], Quote[]] = [[], []]
  return {
    ...autoConfirm(),
    quotes,
    agreed,
    tell: (progress) => {
      if (progress.what === 'quoted') quotes.push(progress.quote)
    },
    confirmSwap: async (quote: Quote, _: SwapTerms) => {
      agreed.push(quote)
      await move()
    },
  }
}

const tokenOf = async (symbol: string) => (await app.components.tokens()).resolve(sandbox, symbol, false)

describe('a quote requested again after the approval', () => {
  const request = createQuoteRequest(USDC.address, WBTC.address, 20_000n * usd)

  test('is refused if it gives less than what was accepted', async () => {
    const trader = await app.components.trader()
    const dialogue = watching(() => tryTrade(150_000n * usd))
    const swap = trader.swap(createSwapRequest({ request }), dialogue)
    const failure = await swap.catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'BELOW_MIN_OUT', exit: 10 })
    // the approval was sent, the swap was not, and there was no second question
    expect(failure instanceof SwapError && failure.context).toMatchObject({ sent: true })
    expect(failure instanceof SwapError && failure.context.approvals).toHaveLength(1)
    expect(dialogue.agreed).toHaveLength(1)
  })

  test('keeps the minimum shown first if its own is lower', async () => {
    const trader = await app.components.trader()
    const more = { ...request, sellAmount: amount(21_000n * usd) }
    const dialogue = watching(() => tryTrade(20_000n * usd))
    const { intent } = await trader.swap(createSwapRequest({ request: more }), dialogue)
    const [shown, fresh] = dialogue.quotes
    if (shown === undefined || fresh === undefined || intent === undefined) throw new Error('two quotes')
    expect(fresh.minimumOut).toBeLessThan(shown.minimumOut)
    expect(fresh.route.amountOut).toBeGreaterThan(shown.minimumOut)
    expect(dialogue.agreed.map(({ minimumOut }) => minimumOut)).toEqual([shown.minimumOut])
    expect(intent.trade?.minimumOut).toBe(shown.minimumOut)
    const call = decodeRouterCall(transactionOf(intent, 'swap')?.payload.data ?? noBytes)
    expect(call?.minimumOut).toBe(shown.minimumOut)
  })
})

describe('what is shown is what is signed', () => {
  /** Records what it agrees to, and how many transactions the account had sent by then. */
  function agreeing(): Dialogue & { readonly shown: (SwapTerms & { readonly quote: Quote; readonly sent: string })[] } {
    const shown: (SwapTerms & { readonly quote: Quote; readonly sent: string })[] = []
    const confirmSwap = async (quote: Quote, terms: SwapTerms) => {
      const sent = await rpc<string>('eth_getTransactionCount', trader0, 'latest')
      shown.push({ ...terms, quote, sent })
    }
    return { ...autoConfirm(), shown, confirmSwap }
  }
  const rpc = <T>(method: string, ...params: unknown[]) => createRpc(app.url)<T>(method, ...params)

  test('router, recipient, amounts, approval, deadline and gas; nothing is sent before', async () => {
    const trader = await app.components.trader()
    const [, , friend] = devAccounts
    if (friend === undefined) throw new Error('too few accounts')
    const request = createQuoteRequest(USDT.address, DAI.address, 700n * usd, { to: friend.address })
    await trader.approve(
      {
        ...createSwapRequest({ request }),
        account: 'dev0',
        of: { network: request.network, token: await tokenOf('USDT'), amount: amount(5n * usd) },
        max: false,
        permit: false,
        reset: 'auto',
      },
      autoConfirm(),
    )
    const before = await rpc<string>('eth_getTransactionCount', trader0, 'latest')
    const dialogue = agreeing()
    const { intent } = await trader.swap(createSwapRequest({ request }, { deadlineSeconds: 60 }), dialogue)
    const [terms] = dialogue.shown
    if (terms === undefined || intent === undefined) throw new Error('nothing was shown')
    expect(dialogue.shown).toHaveLength(1)
    expect(terms.sent).toBe(before)
    expect(terms).toMatchObject({
      account: { name: 'dev0', address: trader0 },
      router: 'ours',
      recipient: friend.address,
      deadlineSeconds: 60,
      byPermit: false,
      checked: ['router-code', 'balance', 'limits'],
      approval: { action: 'reset+approve', spender: terms.quote.router, after: 700n * usd },
    })

    const [reset, approve, swap] = intent.transactions
    if (reset === undefined || approve === undefined || swap === undefined) throw new Error('three transactions')
    for (const { payload } of intent.transactions) expect(payload.from).toBe(trader0)
    const spender = terms.quote.router.slice(2).padStart(64, '0')
    const calls = [0n, 700n * usd].map((n) => `0x095ea7b3${spender}${n.toString(16).padStart(64, '0')}`)
    expect([reset, approve].map(({ payload }) => [payload.to, payload.data])).toEqual(
      calls.map((data) => [USDT.address, data]),
    )
    expect(swap.payload.to).toBe(terms.quote.router)
    const call = decodeRouterCall(swap.payload.data)
    expect(call).toMatchObject({ recipient: friend.address, tokenIn: USDT.address, tokenOut: DAI.address })
    expect([call?.amountIn, call?.minimumOut]).toEqual([700n * usd, terms.quote.minimumOut])
    const signedAt = intent.timeline.find(({ stage, step }) => stage === 'signed' && step === 'swap')?.at ?? 0
    expect((call?.deadline ?? 0) - signedAt).toBeLessThanOrEqual(60)
    expect((call?.deadline ?? 0) - signedAt).toBeGreaterThan(30)
    const cost = intent.transactions.reduce((sum, { payload }) => sum + maxCostOf({ ...payload, value: wei(0n) }), 0n)
    expect(cost).toBeLessThanOrEqual(terms.maxGasCost)
  })

  test('nothing is shown if the allowance is missing and none may be given', async () => {
    const dialogue = agreeing()
    const request = createQuoteRequest(USDC.address, DAI.address, 10n * usd)
    const swap = (await app.components.trader()).swap(createSwapRequest({ request }, { approve: 'never' }), dialogue)
    await expect(swap).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED' })
    expect(dialogue.shown).toEqual([])
  })

  test('with --requote ask, a fresh quote is asked about again', async () => {
    const dialogue = agreeing()
    const request = createQuoteRequest(USDC.address, DAI.address, 11n * usd)
    const wanted = createSwapRequest({ request }, { requote: 'ask' })
    const { intent } = await (await app.components.trader()).swap(wanted, dialogue)
    expect(dialogue.shown.map(({ approval }) => approval?.after)).toEqual([11n * usd, undefined])
    expect(intent?.trade?.minimumOut).toBe(dialogue.shown[1]?.quote.minimumOut)
  })
})

describe('the minimum of a payload', () => {
  test('is raised, never lowered', async () => {
    const service = await app.components.service()
    const quote = await service.quote(createQuoteRequest(nativeToken, USDC.address, 10n ** 16n))
    const asked = { quoteId: quote.id, estimateGas: true, deadlineSeconds: 180, keepsQuote: true } as const
    const lower = service.buildPayload({ ...asked, minimumOut: amount(quote.minimumOut - 1n) })
    await expect(lower).rejects.toMatchObject({ code: 'VALIDATION_FAILED', exit: 2 })
    const higher = await service.buildPayload({ ...asked, minimumOut: amount(quote.minimumOut + 1n) })
    expect(decodeRouterCall(higher.data)?.minimumOut).toBe(quote.minimumOut + 1n)
  })

  test('is never zero: half of one unit is one', async () => {
    const service = await app.components.service()
    // wrapping is one to one
    const quote = await service.quote(createQuoteRequest(WETH.address, nativeToken, 1n, { slippage: ppm(500_000) }))
    expect([quote.route.amountOut, quote.minimumOut]).toEqual([1n, 1n])
    const two = await service.quote(createQuoteRequest(WETH.address, nativeToken, 3n, { slippage: ppm(500_000) }))
    expect([two.route.amountOut, two.minimumOut]).toEqual([3n, 1n])
  })
})

describe('an unknown price impact', () => {
  const dust = createQuoteRequest(DAI.address, USDC.address, 10n ** 15n) // 0.001 DAI for some 1,000 units of USDC

  test('is not a low one: without a minimum of the user’s nothing is approved', async () => {
    const trader = await app.components.trader()
    const quote = await (await app.components.service()).quote(dust)
    expect(quote.priceImpact).toBeUndefined()
    const dialogue = autoConfirm()
    const failure = await trader.swap(createSwapRequest({ request: dust }), dialogue).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'PRICE_IMPACT_UNKNOWN', exit: 10 })
    expect(failure instanceof SwapError && failure.fix.join()).toContain('--min-out')
    expect(dialogue.heard).toEqual(['quoting'])
  })

  test('is allowed with a minimum of the user’s', async () => {
    const trader = await app.components.trader()
    const { guards } = createSwapRequest({ id: '' })
    const limited = (minimumOut: bigint) =>
      trader.swap(
        createSwapRequest({ request: dust }, { guards: { ...guards, minimumOut: amount(minimumOut) } }),
        autoConfirm(),
      )
    await expect(limited(5_000n)).rejects.toMatchObject({ code: 'BELOW_MIN_OUT', exit: 10 })
    expect((await limited(1n)).intent?.stage).toBe('confirmed')
  })

  test('is known for everyday sales of a token with few decimals', async () => {
    const service = await app.components.service()
    const quote = await service.quote(createQuoteRequest(USDC.address, WBTC.address, 50n * usd))
    expect(quote.priceImpact).toBeLessThan(1_000)
  })
})
