/** The relayer's lane on a chain whose memory pool, clock and endpoints the test moves; its fees: `test/relay`. */
import { Wallet as EthersWallet, Interface, type Wallet } from 'ethers'
import { afterEach, expect, test } from 'vitest'
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { type Lane, openLane, relayer, usd } from '../relay/lane.ts'
import { type Reply, usdc, weth } from './fixture.ts'
import { type GaslessClient, signQuote } from './gasless-client.ts'

let lane: Lane | undefined
afterEach(async () => {
  await lane?.close()
  lane = undefined
})

/** Above those of the relayer. */
const highFees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 2n * 10n ** 11n }
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('what the pool of a node has dropped is sent again, the same bytes', async () => {
  lane = await openLane()
  const { client, mine, order, status } = lane
  const { provider } = client
  const user = await client.createUser(usdc, usd(500))
  await provider.send('evm_setAutomine', [false])
  const id = await order(user, 300)
  const [sent] = Object.values((await provider.send('txpool_content', [])).pending[relayer]) as { hash: string }[]
  await provider.send('anvil_dropTransaction', [sent?.hash])
  for (let tries = 0; tries < 100; tries++) {
    if ((await provider.send('txpool_content', [])).pending?.[relayer] !== undefined) break
    await sleep(100)
  }
  const [again] = Object.values((await provider.send('txpool_content', [])).pending[relayer]) as { hash: string }[]
  expect(again?.hash).toBe(sent?.hash)
  await mine(2)
  expect(await status(id)).toBe('success confirmed')
})

test('who moves the funds after the simulation costs three reverts, and is refused then', async () => {
  lane = await openLane({ limits: { maxOfOwner: 3 } })
  const { client, mine, order, status } = lane
  const user = await client.createUser(usdc, usd(1_000))
  await client.setBalance(user.address, 10n ** 18n)
  await client.provider.send('evm_setAutomine', [false])
  const ids: string[] = []
  for (let round = 0; round < 3; round++) ids.push((await orderWithoutFunds(lane, user)).id)
  expect(await Promise.all(ids.map(status))).toEqual(Array(3).fill('pending reverted'))
  await expect(order(user, 500)).rejects.toThrow('Too many orders of this account')
  await mine(1_000)
  expect(await Promise.all(ids.map(status))).toEqual(Array(3).fill('error reverted'))
  await expect(order(user, 500)).rejects.toThrow('Too many orders of this account')
})

test('an order whose transaction reverted is pending until its deadline, as another can execute it', async () => {
  lane = await openLane()
  const { client, mine } = lane
  const user = await client.createUser(usdc, usd(1_000))
  await client.setBalance(user.address, 10n ** 18n)
  await client.provider.send('evm_setAutomine', [false])
  const { id, seen } = await orderWithoutFunds(lane, user)
  const message = expect.stringMatching(/reverted.* Another may have executed the order, or can until 20/)
  const { body } = await lane.api.get('/user-manager/swap', { swapId: id })
  expect(body).toMatchObject({ status: 'pending', substatus: 'reverted', amountOut: null, error: { message } })
  expect(body.fees.map(({ type }: { type: string }) => type)).toEqual(['gas'])
  const held = await client.call(weth, 'balanceOf', user.address)
  const other = await client.rich.sendTransaction({ to: seen.to, data: seen.input, gasLimit: 1_000_000n })
  await mine(2)
  const received = (await client.call(weth, 'balanceOf', user.address)) - held
  expect(received).toBeGreaterThan(0n)
  expect(await client.settled(id)).toMatchObject({
    ...{ status: 'success', substatus: 'confirmed', error: null, amountOut: String(received) },
    transactionHash: other.hash,
  })
})

/** Ours reverts, as the owner moves what it sells right before it; then the owner gets that back. */
async function orderWithoutFunds({ client, mine, order }: Lane, user: Wallet) {
  const { provider, rich } = client
  const id = await order(user, 500)
  const [seen] = Object.values((await provider.send('txpool_content', [])).pending[relayer])
  const transfer = new Interface(['function transfer(address,uint256)'])
  const data = transfer.encodeFunctionData('transfer', [rich.address, usd(1_000)])
  await user.sendTransaction({ to: usdc, data, gasLimit: 100_000n, ...highFees })
  await mine(2)
  const sent = await provider.getTransactionCount(rich.address, 'pending')
  const back = client.send(usdc, 'transfer', [user.address, usd(1_000)])
  const pending = () => provider.getTransactionCount(rich.address, 'pending')
  await expect.poll(pending, { timeout: 30_000 }).toBe(sent + 1)
  await mine(2)
  await back
  return { id, seen: seen as { readonly to: string; readonly input: string } }
}

/** One endpoint, a proxy that is there once the lane is open. */
function behindProxy(rules: readonly Rule[] = []) {
  const proxies: FaultProxy[] = []
  const endpoint = async (url: string) => {
    const proxy = await startProxy(url, rules)
    proxies.push(proxy)
    return [proxy.url]
  }
  return { endpoint, proxies }
}

test('an order that another fills first is a success of its owner, by that transaction', async () => {
  const { endpoint, proxies } = behindProxy()
  lane = await openLane({ limits: { maxOfOwner: 1 }, endpoint })
  const user = await lane.client.createUser(usdc, usd(1_300))
  await lane.client.setBalance(user.address, 10n ** 18n)
  const { client } = lane
  const quoted = async () => (await client.quote(user.address, usdc, usd(400))).body
  await client.send(usdc, 'approve', [(await quoted()).targetAddress, usd(1_300)], user)
  // Of one block: they cost the same, to the unit.
  const quotes = [await quoted(), await quoted(), await quoted()]
  await lane.client.provider.send('evm_setAutomine', [false])
  // The limit of one order is not used up by any of these.
  await expectFilledByAnother(lane, { user, quote: quotes[0] }, 'direct')
  await expectFilledByAnother(lane, { user, quote: quotes[1] }, 'inside')
  const fault = { kind: 'error', code: -32_601, message: 'the method does not exist' } as const
  proxies[0]?.rules([{ method: 'debug_traceTransaction', fault }])
  await expectFilledByAnother(lane, { user, quote: quotes[2] }, 'untraced')
  await proxies[0]?.close()
})

test('one endpoint that hides the fill of another, in its logs and by its hash, does not hide it', async () => {
  let proxy: FaultProxy | undefined
  const endpoint = async (url: string) => {
    proxy = await startProxy(url)
    return [proxy.url, url]
  }
  lane = await openLane({ endpoint })
  const { client } = lane
  const user = await client.createUser(usdc, usd(500))
  const { body: quote } = await client.quote(user.address, usdc, usd(300))
  await client.provider.send('evm_setAutomine', [false])
  proxy?.rules([
    { method: 'eth_getLogs', fault: { kind: 'forge', answer: (real) => ({ ...real, result: [] }) } },
    { method: 'eth_getTransactionByHash', fault: { kind: 'null' } },
  ])
  await expectFilledByAnother(lane, { user, quote }, 'direct')
  await proxy?.close()
})

test('if no endpoint ever tells who used the nonce of an order, its record claims no end', async () => {
  const { endpoint, proxies } = behindProxy()
  lane = await openLane({ endpoint })
  const { client, mine, order, status } = lane
  const user = await client.createUser(usdc, usd(500))
  await client.provider.send('evm_setAutomine', [false])
  const id = await order(user, 300)
  const [seen] = Object.values((await client.provider.send('txpool_content', [])).pending[relayer])
  const { to, input: data } = seen as { to: string; input: string }
  const fault = { kind: 'error', code: -32_601, message: 'the method does not exist' } as const
  proxies[0]?.rules([{ method: 'eth_getLogs', fault }])
  await client.rich.sendTransaction({ to, data, gasLimit: 1_000_000n, ...highFees })
  await mine(2)
  expect(await status(id)).toMatch(/^pending /)
  await mine(6_000)
  const { body } = await lane.api.get('/user-manager/swap', { swapId: id })
  const message = expect.stringContaining('Whether it was executed is not known')
  expect(body).toMatchObject({ status: 'pending', substatus: 'unknown', error: { message } })
  await proxies[0]?.close()
})

test('an order whose owner cancels it meanwhile counts as reverted once its deadline is final', async () => {
  lane = await openLane({ limits: { maxOfOwner: 1 } })
  const { client, mine, order, status } = lane
  const user = await client.createUser(usdc, usd(500))
  await client.setBalance(user.address, 10n ** 18n)
  await client.provider.send('evm_setAutomine', [false])
  const { body: quote } = await client.quote(user.address, usdc, usd(300))
  const { body: accepted } = await client.submit(await signQuote(user, quote))
  const data = new Interface(['function cancel(uint256,uint256)']).encodeFunctionData('cancel', [0, 1])
  await user.sendTransaction({ to: quote.targetAddress, data, gasLimit: 100_000n, ...highFees })
  await mine(2)
  expect(await status(accepted.id)).toBe('pending reverted')
  await mine(1_000)
  expect(await status(accepted.id)).toBe('error reverted')
  await expect(order(user, 300)).rejects.toThrow('Too many orders of this account')
})

/** @param how by a call inside the other's transaction, whose logs may be of several orders; `untraced`: nobody shows that call */
async function expectFilledByAnother(
  { client, mine }: Lane,
  { user, quote }: { readonly user: Wallet; readonly quote: Reply['body'] },
  how: 'direct' | 'inside' | 'untraced',
) {
  const { provider, rich } = client
  const sent = await provider.getTransactionCount(relayer)
  const held = await client.call(weth, 'balanceOf', user.address)
  const { body: accepted } = await client.submit(await signQuote(user, quote))
  const [seen] = Object.values((await provider.send('txpool_content', [])).pending[relayer]) as { input: string }[]
  const to = how === 'direct' ? quote.targetAddress : await placeForwarder(client, quote.targetAddress)
  const front = await rich.sendTransaction({ to, data: seen?.input ?? '0x', gasLimit: 1_000_000n, ...highFees })
  await mine(2)
  expect(await provider.getTransactionCount(relayer)).toBe(sent + 1)
  const record = await client.settled(accepted.id)
  const received = (await client.call(weth, 'balanceOf', user.address)) - held
  expect(record).toMatchObject({
    ...{ status: 'success', substatus: 'confirmed', error: null, transactionHash: front.hash },
    amountOut: how === 'untraced' ? null : String(received),
  })
}

/** A contract that hands whatever it is called with to the router. */
async function placeForwarder({ provider }: GaslessClient, router: string): Promise<string> {
  const at = `0x${'f0'.repeat(20)}`
  await provider.send('anvil_setCode', [at, `0x365f5f375f5f365f5f73${router.slice(2)}5af115602557005b5f5ffd`])
  return at
}

/** An endpoint that names nonces of the relayer this much too high. */
const inventNonces = (by: number): Rule => ({
  method: 'eth_getTransactionCount',
  when: ({ params }) => params[0] === relayer,
  fault: {
    kind: 'forge',
    answer: (real) => ({ ...real, result: `0x${(Number(real.result) + by).toString(16)}` }),
  },
})

test('one endpoint of two cannot put the nonces of a lane too high', async () => {
  let proxy: FaultProxy | undefined
  const endpoint = async (url: string) => {
    proxy = await startProxy(url, [inventNonces(1_000)])
    return [proxy.url, url]
  }
  lane = await openLane({ endpoint })
  const { api, client, order } = lane
  const user = await client.createUser(usdc, usd(500))
  const id = await order(user, 300)
  expect(await client.settled(id)).toMatchObject({ status: 'success' })
  expect(await client.provider.getTransactionCount(relayer)).toBe(1)
  await api.close()
  await proxy?.close()
})

test('a lane goes back to the nonce of its chain, and uses up nonces that are missing before an order', async () => {
  const { endpoint, proxies } = behindProxy([inventNonces(1_000)])
  lane = await openLane({ limits: { replaceAfterSeconds: 2 }, endpoint })
  const { client, order } = lane
  const count = () => client.provider.getTransactionCount(relayer)
  const user = await client.createUser(usdc, usd(900))
  await client.quote(user.address, usdc, usd(300))
  proxies[0]?.rules([])
  expect(await client.settled(await order(user, 300))).toMatchObject({ status: 'success' })
  expect(await count()).toBe(1)

  proxies[0]?.rules([inventNonces(3)])
  const id = await order(user, 300)
  expect(await count()).toBe(1)
  proxies[0]?.rules([])
  expect(await client.settled(id)).toMatchObject({ status: 'success' })
  expect(await count()).toBe(5)
  await proxies[0]?.close()
})

test('a quote from before the account of a drained lane was used is filled after it', async () => {
  lane = await openLane()
  const { client } = lane
  const user = await client.createUser(usdc, usd(500))
  const { body: quote } = await client.quote(user.address, usdc, usd(300))
  const used = new EthersWallet(devAccounts[9]?.key ?? '', client.provider)
  await (await used.sendTransaction({ to: used.address })).wait()
  const { body } = await client.submit(await signQuote(user, quote))
  expect(await client.settled(body.id)).toMatchObject({ status: 'success' })
  expect(await client.provider.getTransactionCount(relayer)).toBe(2)
})

test('why an order was given up is known, also if the process ended right after its cancellation was signed', async () => {
  const deaths = ['accepted', 'stored']
  const reached = (point: string): void => {
    if (point !== deaths[0]) return
    deaths.shift()
    throw new Error(`the process ended at ${point}`)
  }
  lane = await openLane({ tickMs: 1_500, reached })
  const { api, client } = lane
  const user = await client.createUser(usdc, usd(500))
  await client.setBalance(user.address, 10n ** 18n)
  const { body: quote } = await client.quote(user.address, usdc, usd(300))
  expect((await client.submit(await signQuote(user, quote))).status).toBe(500)
  await client.send(usdc, 'transfer', [client.rich.address, usd(500)], user)
  const { body: accepted } = await api.get('/user-manager/swap', { quoteId: quote.id })
  const path = '/user-manager/swap'
  const ask = async () => (await api.get(path, { swapId: accepted.id })).body
  await expect.poll(ask, { timeout: 60_000 }).toMatchObject({
    ...{ status: 'pending', substatus: 'cancelled' },
    error: { message: expect.stringMatching(/cancelled its transaction: .+ Another may have executed/) },
  })
  await lane.mine(1_000)
  expect(deaths).toEqual([])
  expect(await client.settled(accepted.id)).toMatchObject({
    ...{ status: 'error', substatus: 'cancelled', error: { message: expect.any(String) } },
  })
})
