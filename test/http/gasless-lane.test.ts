/** The relayer's lane on a chain whose fees, memory pool and clock the test moves. */
import { Wallet as EthersWallet, type Wallet } from 'ethers'
import { afterEach, expect, test } from 'vitest'
import type { RelayOverrides } from '#compose-relay'
import { wei } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { sandbox } from '../trade/fixture.ts'
import { type HttpFixture, startHttpFixture, usdc, weth } from './fixture.ts'
import { createGaslessClient, type GaslessClient, signQuote } from './gasless-client.ts'

const relayer = devAccounts[9]?.address ?? ''
const usd = (dollars: number) => BigInt(dollars) * 10n ** 6n

interface Lane {
  readonly api: HttpFixture
  readonly client: GaslessClient
  /** One block, `seconds` later by both clocks, with this base fee in gwei; then some ticks of the relayer. */
  mine(seconds: number, gwei?: number): Promise<void>
  order(user: Wallet, dollars: number): Promise<string>
  status(id: string): Promise<string>
  close(): Promise<void>
}

let lane: Lane | undefined
afterEach(async () => {
  await lane?.close()
  lane = undefined
})

interface LaneOptions extends RelayOverrides {
  readonly endpoint?: (chainUrl: string) => Promise<string[]>
}

async function openLane({ endpoint, limits, ...more }: LaneOptions = {}): Promise<Lane> {
  const caps = new Map([[sandbox, wei(10n ** 18n)]])
  const overrides = { relay: { tickMs: 50, limits: { maxOfOwner: 20, ...limits }, ...more } }
  const api = await startHttpFixture({ relayer: { account: 'dev9', caps } }, endpoint, undefined, overrides)
  const client = createGaslessClient(api)
  const { provider } = client
  const rest = () => new Promise((resolve) => setTimeout(resolve, 300))
  return {
    api,
    client,
    mine: async (seconds, gwei) => {
      const { timestamp } = (await provider.getBlock('latest')) ?? { timestamp: 0 }
      if (gwei !== undefined)
        await provider.send('anvil_setNextBlockBaseFeePerGas', [`0x${BigInt(Math.round(gwei * 1e9)).toString(16)}`])
      await provider.send('evm_setNextBlockTimestamp', [timestamp + seconds])
      api.advanceClock(seconds)
      await provider.send('evm_mine', [])
      await rest()
    },
    order: async (user, dollars) => {
      const { body } = await client.quote(user.address, usdc, usd(dollars))
      const reply = await client.submit(await signQuote(user, body))
      if (reply.status !== 200) throw new Error(reply.text)
      return reply.body.id
    },
    status: async (swapId) => {
      const { body } = await api.get('/user-manager/swap', { swapId })
      return `${body.status} ${body.substatus}`
    },
    close: async () => {
      client.close()
      await api.close()
    },
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Fees go up tenfold for 20 blocks of 36 seconds, and nodes drop what cannot pay them; then fees are as before. */
async function sufferSpike(limits: NonNullable<RelayOverrides['limits']>) {
  lane = await openLane({ limits })
  const { client, mine, order, status } = lane
  const { provider } = client
  const users: Wallet[] = []
  for (let i = 0; i < 4; i++) users.push(await client.createUser(usdc, usd(1_000)))
  await provider.send('evm_setAutomine', [false])
  await mine(12, 1)
  const ids: string[] = []
  for (const user of users) ids.push(await order(user, 400))
  await provider.send('anvil_dropAllTransactions', [])
  for (let block = 0; block < 20; block++) {
    await mine(36, 10)
    const waiting = Object.values((await provider.send('txpool_content', [])).pending?.[relayer] ?? {})
    // A full node keeps what pays the base fee.
    for (const one of waiting as { hash: string; maxFeePerGas: string }[])
      if (BigInt(one.maxFeePerGas) < 10n ** 10n) await provider.send('anvil_dropTransaction', [one.hash])
  }
  for (let block = 0; block < 8; block++) await mine(12, 1)
  const ends = await Promise.all(ids.map(status))
  return { lane, ends, users }
}

test('after a spike of the fees every order is mined or has expired, and the lane goes on', async () => {
  const { lane: after, ends, users } = await sufferSpike({ replaceAfterSeconds: 24 })
  expect(ends.filter((end) => end !== 'expired expired' && end !== 'success confirmed')).toEqual([])
  const { client, order, mine, status } = after
  const nonce = await client.provider.getTransactionCount(relayer)
  expect(nonce).toBe(4)
  const next = await order(users[0] as Wallet, 300)
  await mine(12, 1)
  await mine(12, 1)
  expect(await status(next)).toBe('success confirmed')
}, 120_000)

test('control: with a ceiling and without cancellations the lane is stuck after such a spike', async () => {
  const { lane: after, ends, users } = await sufferSpike({ cancels: false })
  expect(ends.filter((end) => end.startsWith('pending'))).toHaveLength(4)
  const { client, order, mine, status } = after
  const next = await order(users[0] as Wallet, 300)
  for (let block = 0; block < 4; block++) await mine(12, 1)
  expect(await status(next)).not.toBe('success confirmed')
  expect(await client.provider.getTransactionCount(relayer)).toBe(0)
}, 120_000)

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
}, 60_000)

test('who moves the funds after the simulation costs three reverts, and is refused then', async () => {
  lane = await openLane({ limits: { maxOfOwner: 3 } })
  const { client, mine, order, status } = lane
  const { provider } = client
  const user = await client.createUser(usdc, usd(1_000))
  const ally = client.rich.address
  await client.setBalance(user.address, 10n ** 18n)
  await provider.send('evm_setAutomine', [false])
  const ends: string[] = []
  for (let round = 0; round < 3; round++) {
    const id = await order(user, 500)
    const data = `0xa9059cbb${ally.slice(2).padStart(64, '0')}${usd(1_000).toString(16).padStart(64, '0')}`
    await user.sendTransaction({
      to: usdc,
      data,
      gasLimit: 100_000n,
      maxPriorityFeePerGas: 10n ** 11n,
      maxFeePerGas: 2n * 10n ** 11n,
    })
    await mine(2)
    ends.push(await status(id))
    const back = client.send(usdc, 'transfer', [user.address, usd(1_000)])
    await sleep(100)
    await mine(2)
    await back
  }
  expect(ends).toEqual(['error reverted', 'error reverted', 'error reverted'])
  await expect(order(user, 500)).rejects.toThrow('Too many orders of this account')
}, 60_000)

test.each([
  ['by its bytes', false],
  ['through a contract of its own', true],
])(
  'an order that another fills first, %s, is a success of its owner, by that transaction',
  async (_, isIndirect) => {
    lane = await openLane({ limits: { maxOfOwner: 1 } })
    const { api, client, mine } = lane
    const { provider, rich } = client
    const user = await client.createUser(usdc, usd(1_000))
    await provider.send('evm_setAutomine', [false])
    const { body: quote } = await client.quote(user.address, usdc, usd(500))
    const { body: accepted } = await client.submit(await signQuote(user, quote))
    const [seen] = Object.values((await provider.send('txpool_content', [])).pending[relayer]) as { input: string }[]
    const to = isIndirect ? await placeForwarder(client, quote.targetAddress) : quote.targetAddress
    const fees = { maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 2n * 10n ** 11n }
    const front = await rich.sendTransaction({ to, data: seen?.input ?? '0x', gasLimit: 1_000_000n, ...fees })
    await mine(2)
    expect(await provider.getTransactionCount(relayer)).toBe(1)
    const { body } = await api.get('/user-manager/swap', { swapId: accepted.id })
    expect(body).toMatchObject({
      ...{ status: 'success', substatus: 'confirmed', error: null, amountOut: quote.amountOut },
      transactionHash: front.hash,
    })
    expect(await client.call(weth, 'balanceOf', user.address)).toBe(BigInt(quote.amountOut))
    // The limit of one order is not used up.
    expect(await lane.order(user, 300)).not.toBe(accepted.id)
  },
  60_000,
)

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
}, 60_000)

test('nonces that are missing before an order are found and used up, and it is filled', async () => {
  let proxy: FaultProxy | undefined
  const endpoint = async (url: string) => {
    proxy = await startProxy(url, [inventNonces(3)])
    return [proxy.url]
  }
  lane = await openLane({ limits: { replaceAfterSeconds: 2 }, endpoint })
  const { client, order } = lane
  const user = await client.createUser(usdc, usd(500))
  const id = await order(user, 300)
  expect(await client.provider.getTransactionCount(relayer)).toBe(0)
  proxy?.rules([])
  expect(await client.settled(id)).toMatchObject({ status: 'success' })
  expect(await client.provider.getTransactionCount(relayer)).toBe(4)
  await proxy?.close()
}, 60_000)

test('a lane that no order has moved goes back to the nonce of its chain', async () => {
  let proxy: FaultProxy | undefined
  const endpoint = async (url: string) => {
    proxy = await startProxy(url, [inventNonces(1_000)])
    return [proxy.url]
  }
  lane = await openLane({ endpoint })
  const { client, order } = lane
  const user = await client.createUser(usdc, usd(500))
  await client.quote(user.address, usdc, usd(300))
  proxy?.rules([])
  expect(await client.settled(await order(user, 300))).toMatchObject({ status: 'success' })
  expect(await client.provider.getTransactionCount(relayer)).toBe(1)
  await proxy?.close()
}, 60_000)

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
}, 60_000)

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
  const record = await client.settled(accepted.id)
  expect(deaths).toEqual([])
  expect(record).toMatchObject({ status: 'error', substatus: 'cancelled', error: { message: expect.any(String) } })
}, 60_000)
