/** Signed crossings for the relayer: by clients of three libraries, and what others may try with them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permit2 } from '#domain/crossing/cross-order'
import { evm, hex } from '#domain/units'
import { crossingSelectors } from '#encoding/contracts/crossing.gen'
import { relayPoints } from '#relay/context'
import { bundleModule } from '../bundle.ts'
import { byEthers5 } from '../clients/apart/signers.ts'
import { createEthersAccount, createViemAccount } from '../clients/signers.ts'
import { filler, payDeposit } from './across-on-sandbox.ts'
import {
  type CrossingClient,
  createCrossingClient,
  ether,
  relayer,
  signBy,
  sold,
  startRelayedPair,
  toForm,
  transactionOf,
  usdc,
  wish,
} from './gasless-client.ts'
import { aheadBy } from './sandbox-pair.ts'
import { balanceOf, rpc, send } from './sandbox-side.ts'
import { type ServedPair, sleep } from './served-pair.ts'
import { tokens } from './side.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

let pair: ServedPair
let client: CrossingClient
beforeAll(async () => {
  pair = await startRelayedPair()
  client = createCrossingClient(pair)
}, 240_000)
afterAll(() => pair.end(), 60_000)

test.each([
  ['ethers 6', createEthersAccount],
  ['ethers 5', byEthers5],
  ['viem', createViemAccount],
] as const)('%s gets every cross-chain endpoint answered with success', async (_, createAccount) => {
  const user = await client.createUser(usdc, 2n * sold)
  const account = createAccount({ chainUrl: pair.source.url, key: user.privateKey })
  const quote = await client.quoteIn(account.address)
  const sides = [
    ['in', 'sandbox-ethereum'],
    ['out', 'sandbox-base'],
  ]
  for (const [side, network] of sides) {
    const { status, body } = await pair.get(`/aggregator/distribution-${side}`, { quoteId: quote.id })
    expect([status, body.network]).toEqual([200, network])
  }
  const { status, body } = await client.execute(await toForm(quote, account.sign))
  expect([status, body.error]).toEqual([200, null])
  await client.expectSuccess(quote, body.id, account.address)
  expect(await balanceOf(pair.source, usdc, account.address)).toBe(sold)
  expect(await rpc(pair.source, 'eth_getBalance', account.address, 'latest')).toBe('0x0')

  await rpc(pair.source, 'anvil_setBalance', account.address, ether(1n))
  const plain = await client.quoteIn(account.address, { gasless: 'false' })
  const approved = await account.approve({ token: usdc, spender: plain.targetAddress, amount: sold })
  await expect.poll(() => rpc(pair.source, 'eth_getTransactionReceipt', approved)).toMatchObject({ status: '0x1' })
  const { status: built, body: payload } = await pair.get('/aggregator/transaction-in', { quoteId: plain.id })
  expect([built, payload.error]).toEqual([200, undefined])
  const hash = await account.send(payload)
  await expect.poll(() => rpc(pair.source, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  const paid = await payDeposit(pair.source, pair.destination, hex(hash))
  const query = { transactionHash: hash, network: 'sandbox-ethereum' }
  const { body: record } = await pair.get('/user-manager/swap', query)
  expect(record).toMatchObject({ status: 'success', toTransactionHash: paid, amountOut: plain.amountOut })
})

const approve = async (owner: string, token: string, spender: string): Promise<void> => {
  await send(pair.source, evm(owner), {
    to: evm(token),
    data: tokens.encodeFunctionData('approve', [spender, 2n ** 255n]),
  })
}

test.each(['across', 'cctp'])(
  'over %s the fee pays for the gas, and the relayer gets it in the token sold',
  async (bridge) => {
    const user = await client.createUser(weth, 10n ** 17n)
    const more = { fromTokenAddress: weth, sellAmount: String(10n ** 17n), bridgeTypes: bridge }
    const { targetAddress, permit } = await client.quoteIn(user.address, more)
    expect(permit).toBeNull() // the token takes none
    await approve(user.address, weth, targetAddress)
    const quote = await client.quoteIn(user.address, more)
    const fee = quote.fees.find(({ type }: { type: string }) => type === 'relayer')
    expect([quote.bridge.name, fee.token]).toEqual([bridge, weth])
    const amountIn = String(10n ** 17n - BigInt(fee.amount))
    expect(quote.typedData.message).toMatchObject({ swapFee: fee.amount, amountIn, toNetwork: '8453' })
    const before = await balanceOf(pair.source, weth, relayer)
    const { body } = await client.execute(await toForm(quote, signBy(user)))
    const record = await client.leaves(body.id, 'pending')
    expect(record.status).toBe('bridging')
    expect((await balanceOf(pair.source, weth, relayer)) - before).toBe(BigInt(fee.amount))
    const [gas] = record.fees
    expect(BigInt(fee.amount)).toBeGreaterThan(BigInt(gas.amount))
    expect(BigInt(fee.amount)).toBeLessThan(3n * BigInt(gas.amount))
  },
)

test('a token that is allowed to Permit2 crosses by one signature', async () => {
  const user = await client.createUser(weth, 10n ** 17n)
  await approve(user.address, weth, permit2)
  const quote = await client.quoteIn(user.address, { fromTokenAddress: weth, sellAmount: String(10n ** 17n) })
  expect(quote.typedData).toMatchObject({ primaryType: 'PermitWitnessTransferFrom', domain: { name: 'Permit2' } })
  expect(quote.permit).toBeNull()
  const { body } = await client.execute(await toForm(quote, signBy(user)))
  const { transactionHash } = await client.expectSuccess(quote, body.id, user.address)
  expect((await transactionOf(pair, transactionHash)).input.slice(0, 10)).toBe(crossingSelectors.crossPermit2)
  expect(await balanceOf(pair.source, weth, user.address)).toBe(0n)
})

test('the same signature again is the same record, and executes once', async () => {
  const user = await client.createUser(usdc, 3n * sold)
  const quote = await client.quoteIn(user.address)
  const form = await toForm(quote, signBy(user))
  const other = await pair.serve()
  const replies = await Promise.all([
    client.execute(form),
    client.execute(form, other),
    client.execute(form, other),
    client.execute(form),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  const { transactionHash } = await client.expectSuccess(quote, replies[0]?.body.id, user.address)
  expect((await client.execute(form, other)).body.id).toBe(replies[0]?.body.id)
  expect((await client.execute({ ...form, swapSignature: `0x${'11'.repeat(64)}1b` })).body.code).toBe(3003)
  expect((await pair.get('/aggregator/transaction-in', { quoteId: quote.id })).body.code).toBe(3003)
  expect(await balanceOf(pair.source, usdc, user.address)).toBe(2n * sold)
  const { to, input } = await transactionOf(pair, transactionHash)
  const again = rpc(pair.source, 'eth_call', { from: filler, to, data: input }, 'latest')
  await expect(again).rejects.toThrow(/0x1be5cb2f|NonceUsed|revert/)
})

test('a signature over anything but the quoted order is refused, and the quote stays valid', async () => {
  const user = await client.createUser()
  const quote = await client.quoteIn(user.address)
  const form = await toForm(quote, signBy(user))
  const { typedData } = quote
  const thief = '0x1111111111111111111111111111111111111111'
  const changed: readonly object[] = [
    ...[{ toNetwork: '10' }, { recipient: thief }, { amountOutMin: '1' }, { refundTo: thief }, { router: thief }],
    ...[
      { bridge: thief },
      { receiver: thief },
      { toRouter: thief },
      { swapFee: '0' },
      { arrivalHash: `0x${'00'.repeat(32)}` },
    ],
  ].map((fields) => ({ ...typedData, message: { ...typedData.message, ...fields } }))
  const { router } = typedData.message
  const domains = [{ verifyingContract: router }, { chainId: 8453 }, { name: 'Swapline Router' }].map((fields) => ({
    ...typedData,
    domain: { ...typedData.domain, ...fields },
  }))
  for (const one of [...changed, ...domains]) {
    const swapSignature = await signBy(user)(one)
    expect([one, (await client.execute({ ...form, swapSignature })).body.code]).toEqual([one, 3020])
  }
  expect(
    (await client.execute({ ...form, swapSignature: await signBy(await client.createUser())(typedData) })).body.code,
  ).toBe(3020)
  expect((await client.execute({ ...form, networkName: 'sandbox-base' })).body.code).toBe(1000)
  expect((await client.execute({ ...form, permitSignature: '0x', permitDeadline: 0 })).body.code).toBe(3010)
  const { body } = await client.execute(form)
  await client.expectSuccess(quote, body.id, user.address)
})

test('an order whose fee does not pay for the gas any more is refused', async () => {
  const user = await client.createUser()
  const quote = await client.quoteIn(user.address)
  const form = await toForm(quote, signBy(user))
  const { baseFeePerGas } = await rpc<{ baseFeePerGas: string }>(pair.source, 'eth_getBlockByNumber', 'latest', false)
  await rpc(pair.source, 'anvil_setNextBlockBaseFeePerGas', '0xba43b7400')
  await rpc(pair.source, 'evm_mine')
  expect((await client.execute(form)).body.code).toBe(1004)
  await rpc(pair.source, 'anvil_setNextBlockBaseFeePerGas', baseFeePerGas)
  await rpc(pair.source, 'evm_mine')
  const { body } = await client.execute(form)
  await client.expectSuccess(quote, body.id, user.address)
})

/** A replica that dies at a point of its work. @returns its URL, and its end */
async function startReplica(path: string, point: string) {
  const child = spawn(process.execPath, [path, pair.home, point], { stdio: ['ignore', 'pipe', 'ignore'] })
  const gone = once(child, 'exit')
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { url, gone, end: () => child.kill('SIGKILL') }
}

test('a relayer that dies at any point of its work executes the order once', async () => {
  const bundle = await bundleModule(join(import.meta.dirname, 'relay-replica.ts'))
  await pair.stopServers()
  try {
    for (const point of relayPoints) {
      const user = await client.createUser(usdc, 3n * sold)
      const dying = await startReplica(bundle.path, point)
      await pair.settle(dying.url)
      const { body: quote } = await pair.get('/aggregator/quote-in', wish(user.address), dying.url)
      const form = await toForm(quote, signBy(user))
      await client.execute(form, dying.url).catch(() => undefined)
      const [, signal] = await dying.gone
      expect([point, signal]).toEqual([point, 'SIGKILL'])
      const calm = await startReplica(bundle.path, 'none')
      const { status, body } = await client.execute(form, calm.url)
      expect([point, status]).toEqual([point, 200])
      for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
        const { body: record } = await pair.get('/user-manager/swap', { swapId: body.id }, calm.url)
        if (record.status === 'bridging') break
      }
      expect([point, await balanceOf(pair.source, usdc, user.address)]).toEqual([point, 2n * sold])
      await rpc(pair.source, 'evm_mine')
      expect([point, await balanceOf(pair.source, usdc, user.address)]).toEqual([point, 2n * sold])
      const { body: record } = await pair.get('/user-manager/swap', { swapId: body.id }, calm.url)
      expect([point, record.status, record.transactionHash]).toEqual([point, 'bridging', expect.stringMatching(/^0x/)])
      calm.end()
      await calm.gone
    }
  } finally {
    bundle.remove()
    await pair.restart()
  }
}, 600_000)

// the last: its server’s clock is ahead
test('an order whose quote has expired is refused, and is executed by a server for which it has not', async () => {
  const user = await client.createUser()
  const quote = await client.quoteIn(user.address)
  const form = await toForm(quote, signBy(user))
  const late = await pair.serve(aheadBy(301))
  const { status, body: refused } = await client.execute(form, late)
  expect([status, refused.code]).toEqual([410, 3002])
  expect(await balanceOf(pair.source, usdc, user.address)).toBe(sold)
  const { body } = await client.execute(form)
  await client.expectSuccess(quote, body.id, user.address)
})
