/** The HTTP interface over Stargate’s own contracts: the message’s price is part of the transaction’s value. */
import { JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evm, type Hex, hex } from '#domain/units'
import { balanceOf, rpc } from './sandbox-side.ts'
import { type ServedPair, startServedPair } from './served-pair.ts'
import { tokens } from './side.ts'
import { placeStargateOn, type SandboxStargate } from './stargate-on-sandbox.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdcOfBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const wethOfBase = '0x4200000000000000000000000000000000000006'
const native = '0x0000000000000000000000000000000000000000'
/** The third of the accounts that anvil unlocks; of no use elsewhere. */
const key = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'
const trader = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const owner = evm('0x15d34aaf54267db7d7c367839aaf71a00a2c6a65')
let pair: ServedPair
let stargate: SandboxStargate
let wallet: Wallet

beforeAll(async () => {
  pair = await startServedPair([], trader, owner)
  stargate = await placeStargateOn([pair.source, pair.destination], owner)
  const options = { staticNetwork: true, pollingInterval: 50, cacheTimeout: -1 }
  wallet = new Wallet(key, new JsonRpcProvider(pair.source.url, undefined, options))
}, 240_000)

afterAll(() => pair.end(), 60_000)

interface Trade {
  readonly fromTokenAddress: string
  readonly toTokenAddress: string
  readonly sellAmount: string
}

async function quoteIn(trade: Trade) {
  await pair.settle()
  const { status, body } = await pair.get('/aggregator/quote-in', {
    ...{ fromNetwork: 'sandbox-ethereum', toNetwork: 'sandbox-base', slippage: '0.005', gasless: 'false' },
    ...{ fromAddress: trader, toAddress: trader, bridgeTypes: 'stargate', ...trade },
  })
  expect([status, body.error]).toEqual([200, undefined])
  if (trade.fromTokenAddress !== native) {
    const data = tokens.encodeFunctionData('approve', [body.targetAddress, trade.sellAmount])
    await (await wallet.sendTransaction({ to: trade.fromTokenAddress, data })).wait()
  }
  return body
}

const transactionOf = (quoteId: string) => pair.get('/aggregator/transaction-in', { quoteId })
const recordOf = async (transactionHash: Hex) =>
  (await pair.get('/user-manager/swap', { transactionHash, network: 'sandbox-ethereum' })).body

/** @returns the hash of a quote's transaction, mined */
async function submit(quote: { id: string }): Promise<Hex> {
  const { status, body } = await transactionOf(quote.id)
  expect([status, body.error]).toEqual([200, undefined])
  const sent = await wallet.sendTransaction(body)
  expect((await sent.wait())?.status).toBe(1)
  return hex(sent.hash)
}

test.each([
  ['a token on both sides', weth, '1000000000000000000', 0n],
  ['native currency here', native, '500000000000000000', 500_000_000_000_000_000n],
])('%s: received is quoted to the unit, and the value pays for the message', async (_, sell, sellAmount, sold) => {
  const quote = await quoteIn({ fromTokenAddress: sell, toTokenAddress: wethOfBase, sellAmount })
  expect(quote.bridge.name).toBe('stargate')
  const hash = await submit(quote)
  const { value } = await rpc<{ value: string }>(pair.source, 'eth_getTransactionByHash', hash)
  expect(BigInt(value) - sold > 2_000_000_000_000n).toBe(true)
  expect(await recordOf(hash)).toMatchObject({ status: 'bridging', toNetwork: 'sandbox-base', toTransactionHash: null })
  const before = await balanceOf(pair.destination, wethOfBase, trader)
  await stargate.carry(hash)
  expect(await recordOf(hash)).toMatchObject({ status: 'bridging', toTransactionHash: null })
  const passed = await pair.run('status', hash, '-n', 'sandbox-ethereum', '-a', 'dev3', '--complete', '-y')
  expect([passed.code, passed.error]).toEqual([0, undefined])
  expect(await recordOf(hash)).toMatchObject({
    ...{ status: 'success', toTransactionHash: passed.data.tx.hash, amountOut: quote.amountOut },
  })
  expect(String((await balanceOf(pair.destination, wethOfBase, trader)) - before)).toBe(quote.amountOut)
})

test('USDC for USDC: Stargate itself pays what was quoted', async () => {
  const amounts = { fromTokenAddress: usdc, toTokenAddress: usdcOfBase, sellAmount: '250000000' }
  const quote = await quoteIn(amounts)
  // a basis point, and the unit by which Stargate rounds it up
  expect(quote.amountOut).toBe('249974999')
  const hash = await submit(quote)
  const before = await balanceOf(pair.destination, usdcOfBase, trader)
  await stargate.carry(hash)
  expect((await balanceOf(pair.destination, usdcOfBase, trader)) - before).toBe(249_974_999n)
  expect(await recordOf(hash)).toMatchObject({ status: 'success', amountOut: '249974999' })
})

test('a message whose price has risen since the quote costs nothing, and the quote stays valid', async () => {
  const quote = await quoteIn({ fromTokenAddress: usdc, toTokenAddress: usdcOfBase, sellAmount: '100000000' })
  const before = await balanceOf(pair.source, usdc, trader)
  await stargate.setMessagePrice(10n ** 16n)
  const risen = await transactionOf(quote.id)
  expect([risen.status, risen.body.code]).toEqual([400, 3010])
  await stargate.setMessagePrice(0n)
  await submit(quote)
  expect(before - (await balanceOf(pair.source, usdc, trader))).toBe(100_000_000n)
})

test('an order has no native currency for a message', async () => {
  await pair.settle()
  const { body } = await pair.get('/aggregator/quote-in', {
    ...{ fromNetwork: 'sandbox-ethereum', toNetwork: 'sandbox-base', slippage: '0.005', gasless: 'true' },
    ...{ fromAddress: trader, toAddress: trader, bridgeTypes: 'stargate' },
    ...{ fromTokenAddress: usdc, toTokenAddress: usdcOfBase, sellAmount: '100000000' },
  })
  expect(body.code).toBe(1004)
})
