/** The HTTP interface between two sandboxes: its cross-chain endpoints, answered by the built server, by ethers. */
import { JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Hex, hex } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { payDeposit, paySlowly, requestSlowPayment } from './across-on-sandbox.ts'
import { aheadBy } from './sandbox-pair.ts'
import { balanceOf, rpc, type SandboxSide } from './sandbox-side.ts'
import { type ServedPair, startServedPair } from './served-pair.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdcOfBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
/** As `src/sandbox/addresses.gen.ts` has it: no bridge moves it, so there is a swap on both sides. */
const uniOfBase = '0x8447ec6287101C140e8ec10a09D76a7540d166C6'
/** The third of the accounts that anvil unlocks; of no use elsewhere. */
const key = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'
const trader = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
let pair: ServedPair
let source: SandboxSide
let destination: SandboxSide

beforeAll(async () => {
  pair = await startServedPair([], trader)
  ;({ source, destination } = pair)
}, 240_000)

afterAll(() => pair.end(), 60_000)

const get: ServedPair['get'] = (path, query) => pair.get(path, query)

const wish = {
  fromNetwork: 'sandbox-ethereum',
  toNetwork: 'sandbox-base',
  fromTokenAddress: weth,
  toTokenAddress: usdcOfBase,
  sellAmount: '1000000000000000000',
  slippage: '0.005',
  fromAddress: trader,
  toAddress: trader,
  gasless: 'false',
  bridgeTypes: 'across',
}

const walletOf = () =>
  new Wallet(
    key,
    new JsonRpcProvider(source.url, undefined, { staticNetwork: true, pollingInterval: 50, cacheTimeout: -1 }),
  )

const approveAll = async (spender: string) => {
  const data = `0x095ea7b3${spender.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
  await (await walletOf().sendTransaction({ to: weth, data })).wait()
}

/** A crossing of {@link wish}, mined on the source. */
async function cross(changed: Partial<typeof wish> = {}) {
  await pair.settle()
  const { body: quote } = await get('/aggregator/quote-in', { ...wish, ...changed })
  await approveAll(quote.targetAddress)
  const { status, body } = await get('/aggregator/transaction-in', { quoteId: quote.id })
  expect([status, body.error]).toEqual([200, undefined])
  const sent = await walletOf().sendTransaction(body)
  expect((await sent.wait())?.status).toBe(1)
  return { quote, hash: hex(sent.hash) }
}

const recordOf = async (transactionHash: Hex) =>
  (await get('/user-manager/swap', { transactionHash, network: 'sandbox-ethereum' })).body

test('quote, transaction, distributions, record: received = quoted to the unit', async () => {
  const { status, body: quote } = await get('/aggregator/quote-in', wish)
  expect([status, quote.error]).toEqual([200, undefined])
  expect(quote).toMatchObject({ toNetwork: 'sandbox-base', bridge: { name: 'across' } })
  const distributions: { network: string; amountIn: string; amountOut: string }[] = []
  for (const side of ['in', 'out']) {
    const found = await get(`/aggregator/distribution-${side}`, { 'quote-id': quote.id })
    expect(found.status).toBe(200)
    distributions.push(found.body)
  }
  expect(distributions.map(({ network }) => network)).toEqual(['sandbox-ethereum', 'sandbox-base'])
  expect(distributions[0]?.amountOut).toBe(quote.bridge.amountIn)
  expect(distributions[1]?.amountOut).toBe(quote.amountOut)

  const lacking = await get('/aggregator/transaction-in', { quoteId: quote.id })
  expect([lacking.status, lacking.body.code]).toEqual([400, 3010]) // and the quote stays valid
  const wallet = walletOf()
  const data = `0x095ea7b3${quote.targetAddress.slice(2).padStart(64, '0')}${BigInt(wish.sellAmount).toString(16).padStart(64, '0')}`
  await (await wallet.sendTransaction({ to: weth, data })).wait()
  const { status: built, body: transaction } = await get('/aggregator/transaction-in', { quoteId: quote.id })
  expect([built, transaction.error]).toEqual([200, undefined])
  expect(transaction.to).toBe(quote.targetAddress)
  expect((await get('/aggregator/transaction-in', { quoteId: quote.id })).body.code).toBe(3003)

  const sent = await wallet.sendTransaction(transaction)
  expect((await sent.wait())?.status).toBe(1)
  const record = () => get('/user-manager/swap', { transactionHash: sent.hash, network: 'sandbox-ethereum' })
  expect((await record()).body).toMatchObject({
    status: 'bridging',
    toNetwork: 'sandbox-base',
    toTransactionHash: null,
  })
  const before = await balanceOf(destination, usdcOfBase, trader)
  const paid: Hex = await payDeposit(source, destination, hex(sent.hash))
  expect((await record()).body).toMatchObject({
    status: 'success',
    toTransactionHash: paid,
    amountOut: quote.amountOut,
  })
  expect(String((await balanceOf(destination, usdcOfBase, trader)) - before)).toBe(quote.amountOut)
})

test('a quote that has expired is refused, is not used up, and leaves the seller with everything', async () => {
  const { body: quote } = await get('/aggregator/quote-in', wish)
  await approveAll(quote.targetAddress)
  const before = await balanceOf(source, weth, trader)
  const late = await pair.serve(aheadBy(301))
  for (const estimateGas of ['true', 'false']) {
    const { status, body } = await pair.get('/aggregator/transaction-in', { quoteId: quote.id, estimateGas }, late)
    expect([status, body.code, body.error]).toEqual([410, 3002, 'QUOTE_EXPIRED'])
  }
  for (const side of ['in', 'out']) {
    const { body } = await pair.get(`/aggregator/distribution-${side}`, { quoteId: quote.id }, late)
    expect(body.state).toBe('expired')
  }
  expect((await get('/aggregator/transaction-in', { quoteId: quote.id })).status).toBe(200)
  const { body: used } = await pair.get('/aggregator/transaction-in', { quoteId: quote.id }, late)
  expect(used.code).toBe(3003)
  expect(await balanceOf(source, weth, trader)).toBe(before)
})

test('a slow payment by Across itself is bridging until it is made, and a success by what it pays', async () => {
  const { quote, hash } = await cross()
  await requestSlowPayment(source, destination, hash)
  expect(await recordOf(hash)).toMatchObject({ status: 'bridging', substatus: 'mined', toTransactionHash: null })
  const before = await balanceOf(destination, usdcOfBase, trader)
  const paid = await paySlowly(source, destination, { hash, bonus: 10n })
  const record = await recordOf(hash)
  expect(record).toMatchObject({ status: 'success', toTransactionHash: paid })
  const received = (await balanceOf(destination, usdcOfBase, trader)) - before
  expect(record.amountOut).toBe(String(received))
  expect(received >= BigInt(quote.amountOut)).toBe(true)
})

test('a payment that was kept is partial, and what was made of it since is told', async () => {
  const { quote, hash } = await cross({ toTokenAddress: uniOfBase })
  const router = getRouter(getNetworkEntry('base')).address
  const code = await rpc<Hex>(destination, 'eth_getCode', router, 'latest')
  await rpc(destination, 'anvil_setCode', router, '0xfe')
  const paid = await payDeposit(source, destination, hash)
  await rpc(destination, 'anvil_setCode', router, code)
  expect(await recordOf(hash)).toMatchObject({ status: 'partial', toTransactionHash: paid, amountOut: null })
  expect(await recordOf(hash)).toMatchObject({ status: 'partial', toTransactionHash: paid })
  const before = await balanceOf(destination, uniOfBase, trader)
  const retried = await pair.run('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev3', '--retry', '-y')
  expect([retried.code, retried.error]).toEqual([0, undefined])
  expect(await recordOf(hash)).toMatchObject({
    ...{ status: 'success', toTransactionHash: retried.data.tx.hash, amountOut: quote.amountOut },
  })
  expect(String((await balanceOf(destination, uniOfBase, trader)) - before)).toBe(quote.amountOut)
})

test('what cannot be done is refused with a code of its own', async () => {
  for (const [changed, code] of [
    [{ toNetwork: 'sandbox-ethereum' }, 1006],
    [{ toNetwork: 'base' }, 1006],
    [{ toNetwork: 'sandbox-fantom' }, 1006],
    [{ bridgeTypes: 'celer' }, 1006],
    [{ gasless: 'true' }, 1004],
    [{ toNetwork: 'bases' }, 1001],
    [{ toTokenAddress: '0x00000000000000000000000000000000000000f1' }, 2003],
  ] as const)
    expect([changed, (await get('/aggregator/quote-in', { ...wish, ...changed })).body.code]).toEqual([changed, code])
  const { body: quote } = await get('/aggregator/quote-in', wish)
  const form = {
    networkName: 'sandbox-ethereum',
    quoteId: quote.id,
    swapSignature: `0x${'11'.repeat(65)}`,
    permitSignature: '0x',
    permitDeadline: 0,
  }
  expect((await pair.post('/user-manager/execute-swap-in', form)).body.code).toBe(1004)
  expect(await rpc(source, 'eth_chainId')).toBe('0x1')
})
