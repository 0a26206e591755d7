/** The whole program on a chain before transient storage: it has the other build of the router, at another address. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionOf } from '#domain/journal/swap'
import { type Address, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createComponents,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  sandbox,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const { WETH, USDC, USDT, DAI, WBTC } = sandboxGround.tokens
const [eth, usd] = [10n ** 18n, 10n ** 6n]
const [ours, theirs] = (['storage', 'cancun'] as const).map((router) => getRouter({ router }).address)

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp((url) => url, 'storage')
})
afterAll(() => app.close())

test('the chain does not support transient storage', async () => {
  const load = createRpc(app.url)('eth_call', { data: '0x60005c00' }, 'latest')
  await expect(load).rejects.toThrow(/opcode|not.?activated|invalid/i)
})

test.each<[string, Address, Address, bigint]>([
  ['native in', nativeToken, USDC.address, 10n * eth],
  ['ERC-20 to ERC-20', USDC.address, WBTC.address, 20_000n * usd],
  ['native out', USDT.address, nativeToken, 5_000n * usd],
  ['a split over several hops', DAI.address, WBTC.address, 20_000n * eth],
  ['unwrap', WETH.address, nativeToken, eth],
])('%s brings exactly what was quoted, through the build of this network', async (_, sell, buy, raw) => {
  const trader = await app.components.trader()
  const request = createQuoteRequest(sell, buy, raw)
  const { intent, quote } = await trader.swap(createSwapRequest({ request }), autoConfirm())
  expect(quote?.router).toBe(ours)
  expect(intent?.stage).toBe('confirmed')
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
  const swap = intent && transactionOf(intent, 'swap')
  expect(swap?.payload.to).toBe(ours)
  expect(swap?.mined?.gasUsed).toBeLessThanOrEqual(quote?.gasLimit ?? 0n)
})

test('approvals go to it, by transaction and by signature, and balances show its allowance', async () => {
  const trader = await app.components.trader()
  const [dai] = (await app.components.tokens()).list(sandbox).filter(({ address }) => address === DAI.address)
  if (dai === undefined) throw new Error('the sandbox lists DAI')
  const of = { network: sandbox, token: dai, amount: (7n * eth) as never }
  const asked = {
    account: 'dev0',
    of,
    max: false,
    permit: false,
    reset: 'auto',
    confirmations: 0,
    timeoutSeconds: 20,
  } as const
  const { plan } = await trader.approve({ ...asked, wait: true }, autoConfirm())
  expect(plan.spender).toBe(ours)
  expect((await trader.balances(sandbox, trader0, [dai]))[0]?.allowance).toBe(7n * eth)
  const { issues } = await (await app.components.service()).quote(
    createQuoteRequest(DAI.address, USDC.address, 7n * eth),
  )
  expect(issues?.allowance).toBeUndefined()

  const request = createQuoteRequest(USDC.address, DAI.address, 700n * usd)
  const { intent, quote } = await trader.swap(createSwapRequest({ request }, { approve: 'permit' }), autoConfirm())
  expect(intent?.transactions.map(({ step }) => step)).toEqual(['swap'])
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
})

test('a check finds it, and each contract is deployed at its address', async () => {
  const [service, trader] = [await app.components.service(), await app.components.trader()]
  const found = (await service.listNetworks([sandbox])).find(({ listing }) => listing.name === sandbox)
  expect(found?.state).toBe('ready')
  expect(found?.check?.contracts[0]).toEqual({ name: 'router', address: ours, ok: true })
  const { router } = await trader.deployRouter(sandbox, 'dev0', autoConfirm())
  expect(router).toEqual({ name: 'router', address: ours, intent: undefined })
})

test('with the network taken for the other kind nothing is signed: its router is not there', async () => {
  const parts = createComponents(app.state, app.url, 'cancun', true)
  const [service, trader] = [await parts.service(), await parts.trader()]
  const found = (await service.listNetworks([sandbox])).find(({ listing }) => listing.name === sandbox)
  expect([found?.state, found?.check?.contracts[0]?.ok]).toEqual(['read-only', false])
  const dialogue = autoConfirm()
  const request = createQuoteRequest(nativeToken, USDC.address, eth)
  await expect(trader.swap(createSwapRequest({ request }), dialogue)).rejects.toMatchObject({
    code: 'ROUTER_NOT_DEPLOYED',
  })
  expect(dialogue.heard).not.toContain('signed')

  const quote = await service.quote(request)
  expect(quote.router).toBe(theirs)
  await parts.close()
  // The right code does not make another address ours.
  const rpc = createRpc(app.url)
  await rpc('anvil_setCode', theirs, await rpc('eth_getCode', ours, 'latest'))
  const here = (await app.components.trader()).swap(createSwapRequest({ id: quote.id }), dialogue)
  await expect(here).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED', details: { address: theirs } })
  expect(dialogue.heard).not.toContain('signed')
})
