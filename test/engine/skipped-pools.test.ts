/** Pools skipped in a warm market: reported with the reason, and used again when the reason has passed. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callData } from '#domain/calls/words'
import { type Address, evm } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { createMarketFixture, createQuoteQuery, type MarketFixture } from './fixture.ts'

let chain: RunningChain
let proxy: FaultProxy
let fixture: MarketFixture
beforeEach(async () => {
  chain = await startChain()
  proxy = await startProxy(chain.url)
  fixture = createMarketFixture(proxy.url)
})
afterEach(async () => {
  await proxy.close()
  await chain.stop()
})

test('a fee-on-transfer token is measured for every quote, never kept warm', async () => {
  const question = createQuoteQuery(['FOT', 'WETH'], 10)
  const { route } = await fixture.quote(question)
  await fixture.market.followHead()
  proxy.forget()
  expect((await fixture.quote(question)).route.amountOut).toBe(route.amountOut)
  expect(proxy.posts).toHaveLength(1)
  expect(fixture.failures).toEqual([])
})

test('a token that turns a fee on is measured from the next block on', async () => {
  const addressOf = (name: string) => network.tokens.find(({ symbol }) => symbol === name)?.address
  const question = createQuoteQuery(['UNI', 'WETH'], 10)
  const told = async () => {
    const { route, warnings } = await fixture.quote(question)
    return { out: route.amountOut, warnings: warnings.map(({ code }) => code) }
  }
  const { out } = await told()
  await fixture.market.followHead()
  expect(await told()).toEqual({ out, warnings: [] })

  // the code of a token that burns a hundredth of every transfer, over the same storage
  await chain.rpc('anvil_setCode', addressOf('UNI'), await chain.rpc('eth_getCode', addressOf('FOT'), 'latest'))
  await chain.rpc('evm_mine')
  await fixture.market.followHead()
  const after = await told()
  expect(after.warnings).toEqual(['FEE_ON_TRANSFER'])
  expect(after.out).toBeLessThan((out * 991n) / 1_000n)
  expect(fixture.failures).toEqual([])
})

test('a fee-on-transfer token is not bought by a route that pays the router', async () => {
  const why = expect.stringContaining('FOT takes a fee on transfer')
  const named = { source: expect.any(String), pool: expect.any(String), reason: 'transfer_fee' }
  const through = createMarketFixture(proxy.url, undefined, { throughRouter: true })
  await expect(through.quote(createQuoteQuery(['WETH', 'FOT'], 1))).rejects.toMatchObject({
    ...{ code: 'NO_ROUTE', context: { why } },
    details: { sources: expect.arrayContaining([named]) },
  })
  expect((await through.quote(createQuoteQuery(['FOT', 'WETH'], 10))).route.legs).not.toEqual([])
})

test('a pool that is paused and opened again', async () => {
  const saddle = network.venues.find(({ name }) => name === 'saddle')?.pools?.[0]?.address ?? network.wrapped
  const owner = evm(
    `0x${(await chain.rpc<string>('eth_call', { to: saddle, data: '0x8da5cb5b' }, 'latest')).slice(-40)}`,
  )
  await chain.rpc('anvil_impersonateAccount', owner)
  await chain.rpc('anvil_setBalance', owner, '0xffffffffffffffffff')
  const [pause, unpause] = ['0x8456cb59', '0x3f4ba83a']
  const told = async (data: string) => {
    await sendFrom(chain.rpc, { from: owner, to: saddle, data: callData(data) })
    await fixture.market.followHead()
    const { snapshot } = (await fixture.market.getView([usdc, dai], undefined)) ?? {}
    const isIt = ({ pool }: { readonly pool: { readonly address: Address } }) => pool.address === saddle
    return [snapshot?.pools.some(isIt), snapshot?.skipped?.find(isIt)?.reason]
  }
  const [usdc, dai] = ['USDC', 'DAI'].map((name) => network.tokens.find(({ symbol }) => symbol === name)?.address) as [
    Address,
    Address,
  ]
  await fixture.quote(createQuoteQuery(['USDC', 'DAI'], 100))
  await fixture.market.followHead()
  expect(await told(pause)).toEqual([false, 'paused'])
  expect(await told(unpause)).toEqual([true, undefined])

  // a pool that was already paused at its discovery
  await told(pause)
  fixture = createMarketFixture(proxy.url)
  await fixture.quote(createQuoteQuery(['USDC', 'DAI'], 100))
  await fixture.market.followHead()
  expect(await told(unpause)).toEqual([true, undefined])
  expect(fixture.failures).toEqual([])
})
