import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionOf } from '#domain/journal/swap'
import { type Address, evm, nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const { WETH, USDC, USDT, DAI, WBTC } = sandboxGround.tokens

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

async function holding(token: Address): Promise<bigint> {
  const trader = await app.components.trader()
  const tokens = (await app.components.tokens()).list(sandbox).filter(({ address }) => address === token)
  return (await trader.balances(sandbox, trader0, tokens))[0]?.amount ?? -1n
}

const [eth, usd] = [10n ** 18n, 10n ** 6n]

test.each([
  ['native in', nativeToken, USDC.address, 10n * eth],
  ['ERC-20 to ERC-20', USDC.address, WBTC.address, 20_000n * usd],
  ['native out', USDT.address, nativeToken, 5_000n * usd],
  ['a split over several hops', DAI.address, WBTC.address, 200_000n * eth],
  ['wrap', nativeToken, WETH.address, 3n * eth],
  ['unwrap', WETH.address, nativeToken, 1n * eth],
])('%s brings exactly what was quoted', async (_, sell, buy, raw) => {
  const trader = await app.components.trader()
  const before = await holding(buy)
  const dialogue = autoConfirm()
  const { intent, quote } = await trader.swap(
    createSwapRequest(
      { request: createQuoteRequest(sell, buy, raw) },
      { guards: { ...createSwapRequest({ id: '' }).guards, maxImpact: 900_000 as never } },
    ),
    dialogue,
  )

  expect(intent?.stage).toBe('confirmed')
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
  if (buy !== nativeToken) expect((await holding(buy)) - before).toBe(quote?.route.amountOut)
  expect(dialogue.heard).toContain('signed')
  expect(transactionOf(intent ?? ({} as never), 'swap')?.mined?.gasUsed).toBeLessThanOrEqual(quote?.gasLimit ?? 0n)
  expect(evm(sell)).toBe(sell)
})

test('a quote is used once, by any name', async () => {
  const [service, trader] = [await app.components.service(), await app.components.trader()]
  const first = await service.quote(createQuoteRequest(nativeToken, USDC.address, eth))
  const used = await trader.swap(createSwapRequest({ id: 'last' }), autoConfirm())
  expect(used.intent?.trade?.quoteId).toBe(first.id)

  const second = await service.quote(createQuoteRequest(nativeToken, DAI.address, eth))
  const next = await trader.swap(createSwapRequest({ id: 'last' }), autoConfirm())
  expect(next.intent?.trade?.quoteId).toBe(second.id)
  expect(next.intent?.id).not.toBe(used.intent?.id)

  const again = autoConfirm()
  const resumed = await trader.swap(createSwapRequest({ id: first.id.slice(0, 8) }), again)
  expect(resumed.intent?.id).toBe(used.intent?.id)
  expect(again.heard).toEqual(['intent', 'resumed'])
})

test.each([
  [
    'type 2',
    { max: 5_000_000_000n, tip: 1_000_000_000n, legacy: false },
    { type: 2, maxFeePerGas: 5_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
  ],
  [
    'a tip above the price',
    { max: 5_000_000_000n, tip: 9_000_000_000n, legacy: false },
    { type: 2, maxFeePerGas: 5_000_000_000n, maxPriorityFeePerGas: 5_000_000_000n },
  ],
  ['type 0', { max: 5_000_000_000n, tip: undefined, legacy: true }, { type: 0, gasPrice: 5_000_000_000n }],
])('the fees a user sets are those that are signed: %s', async (_, fees, signed) => {
  const trader = await app.components.trader()
  const request = createQuoteRequest(nativeToken, USDC.address, eth)
  const { intent } = await trader.swap(createSwapRequest({ request }, { fees: fees as never }), autoConfirm())
  expect(intent?.stage).toBe('confirmed')
  expect(intent?.transactions[0]?.payload.fees).toEqual(signed)
})

test('a signed approval replaces a transaction, and is used up', async () => {
  const trader = await app.components.trader()
  const request = createQuoteRequest(USDC.address, DAI.address, 700n * usd)
  const { intent, quote } = await trader.swap(createSwapRequest({ request }, { approve: 'permit' }), autoConfirm())
  expect(intent?.transactions.map(({ step }) => step)).toEqual(['swap'])
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
  const [usdc] = (await app.components.tokens()).list(sandbox).filter(({ address }) => address === USDC.address)
  expect((await trader.balances(sandbox, trader0, usdc === undefined ? [] : [usdc]))[0]?.allowance).toBe(0n)
})

test('a token without signed approvals is reported, and nothing is signed', async () => {
  const trader = await app.components.trader()
  const request = createQuoteRequest(USDT.address, DAI.address, 5n * usd)
  const dialogue = autoConfirm()
  await expect(trader.swap(createSwapRequest({ request }, { approve: 'permit' }), dialogue)).rejects.toMatchObject({
    code: 'PERMIT_NOT_SUPPORTED',
    exit: 9,
  })
  expect(dialogue.heard).not.toContain('signed')
})
