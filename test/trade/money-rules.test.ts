/** What a user accepted holds to the end: the minimum shown, also after a fresh quote, and an impact somebody knows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SwapError } from '#domain/errors'
import type { Quote } from '#domain/quote'
import { transactionOf } from '#domain/swap'
import type { Dialogue, SwapTerms } from '#domain/trader'
import { amount, nativeToken, noBytes, ppm } from '#domain/units'
import { decodeRouterCall } from '#encoding/router-call'
import { sandboxGround } from '#sandbox/addresses.gen'
import { devAccounts } from '#sandbox/dev-accounts'
import { agreeable, asking, type House, openHouse, swapping } from './house.ts'

const { USDC, WBTC, DAI, WETH } = sandboxGround.tokens
const usd = 10n ** 6n
const any = { ...swapping({ id: '' }).guards, maxImpact: ppm(900_000) }

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Somebody else's trade in the same direction. */
async function traded(raw: bigint): Promise<void> {
  const [, other] = devAccounts
  if (other === undefined) throw new Error('one account only')
  const request = asking(USDC.address, WBTC.address, raw, { from: other.address, to: other.address })
  await (await house.parts.trader()).swap(swapping({ request }, { account: 'dev1', guards: any }), agreeable())
}

/** Lets the market move while an approval is asked for; remembers the quotes it was told and the last it agreed to. */
function watching(move: () => Promise<void>): Dialogue & { readonly quotes: Quote[]; readonly agreed: Quote[] } {
  const [quotes, agreed]: [Quote[], Quote[]] = [[], []]
  return {
    ...agreeable(),
    quotes,
    agreed,
    tell: (progress) => {
      if (progress.what === 'quoted') quotes.push(progress.quote)
    },
    confirmApproval: move,
    confirmSwap: async (quote: Quote, _: SwapTerms) => void agreed.push(quote),
  }
}

describe('a quote that is asked for again after the approval', () => {
  const request = asking(USDC.address, WBTC.address, 20_000n * usd)

  test('is refused where it gives less than what was accepted', async () => {
    const trader = await house.parts.trader()
    const dialogue = watching(() => traded(150_000n * usd))
    const swap = trader.swap(swapping({ request }), dialogue)
    const failure = await swap.catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'BELOW_MIN_OUT', exit: 10 })
    // the approval went out, the swap did not
    expect(failure instanceof SwapError && failure.context).toMatchObject({ sent: true })
    expect(failure instanceof SwapError && failure.context.approvals).toHaveLength(1)
    expect(dialogue.agreed).toEqual([])
  })

  test('keeps the minimum that was shown first where its own is lower', async () => {
    const trader = await house.parts.trader()
    const more = { ...request, sellAmount: amount(21_000n * usd) }
    const dialogue = watching(() => traded(20_000n * usd))
    const { intent } = await trader.swap(swapping({ request: more }), dialogue)
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

describe('the minimum of a payload', () => {
  test('is raised, never lowered', async () => {
    const service = await house.parts.service()
    const quote = await service.quote(asking(nativeToken, USDC.address, 10n ** 16n))
    const asked = { quoteId: quote.id, estimateGas: true, deadlineSeconds: 180, keep: true } as const
    const lower = service.transaction({ ...asked, minimumOut: amount(quote.minimumOut - 1n) })
    await expect(lower).rejects.toMatchObject({ code: 'VALIDATION_FAILED', exit: 2 })
    const higher = await service.transaction({ ...asked, minimumOut: amount(quote.minimumOut + 1n) })
    expect(decodeRouterCall(higher.data)?.minimumOut).toBe(quote.minimumOut + 1n)
  })

  test('is never nothing: half of one unit is one', async () => {
    const service = await house.parts.service()
    // wrapping is one for one
    const quote = await service.quote(asking(WETH.address, nativeToken, 1n, { slippage: ppm(500_000) }))
    expect([quote.route.amountOut, quote.minimumOut]).toEqual([1n, 1n])
    const two = await service.quote(asking(WETH.address, nativeToken, 3n, { slippage: ppm(500_000) }))
    expect([two.route.amountOut, two.minimumOut]).toEqual([3n, 1n])
  })
})

describe('a price impact that nobody knows', () => {
  const dust = asking(DAI.address, USDC.address, 10n ** 15n) // 0.001 DAI for some 1,000 units of USDC

  test('is no low one: without a minimum of the user’s nothing is approved', async () => {
    const trader = await house.parts.trader()
    const quote = await (await house.parts.service()).quote(dust)
    expect(quote.priceImpact).toBeUndefined()
    const dialogue = agreeable()
    const failure = await trader.swap(swapping({ request: dust }), dialogue).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'PRICE_IMPACT_UNKNOWN', exit: 10 })
    expect(failure instanceof SwapError && failure.fix.join()).toContain('--min-out')
    expect(dialogue.heard).toEqual(['quoting'])
  })

  test('is the user’s own business with one', async () => {
    const trader = await house.parts.trader()
    const { guards } = swapping({ id: '' })
    const limited = (minimumOut: bigint) =>
      trader.swap(swapping({ request: dust }, { guards: { ...guards, minimumOut: amount(minimumOut) } }), agreeable())
    await expect(limited(5_000n)).rejects.toMatchObject({ code: 'BELOW_MIN_OUT', exit: 10 })
    expect((await limited(1n)).intent?.stage).toBe('confirmed')
  })

  test('is known of everyday sales of a token with few decimals', async () => {
    const service = await house.parts.service()
    const quote = await service.quote(asking(USDC.address, WBTC.address, 50n * usd))
    expect(quote.priceImpact).toBeLessThan(1_000)
  })
})
