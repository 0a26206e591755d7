/** `router deploy` on chains that count or hold gas as few do: HyperEVM's two kinds of blocks, and anvil's own Tempo. */
import { Interface } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressWord, callData, uintAt } from '#domain/calls/words'
import { type Address, evm, type Hex, hex, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { adapterAddress } from '#protocols/adapters.gen'
import { sandboxGround } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { orderBooks, placeOrder } from '#sandbox/tempo/calls'
import { createTempoMarket } from '#sandbox/tempo/market'
import type { Rule } from '../chain/faults.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox, trader0 } from '../trade/fixture.ts'
import { type QuirkFixture, startQuirkFixture } from './quirk-fixture.ts'

let fixture: QuirkFixture
afterEach(() => fixture.reset())

const answer = (method: string, result: unknown): Rule => ({
  method,
  fault: { kind: 'withhold', answer: ({ id }) => ({ jsonrpc: '2.0', id, result }) },
})

describe('hyperevm', () => {
  beforeAll(async () => {
    fixture = await startQuirkFixture()
    // all are there but the router
    const { address } = getRouter({ router: 'cancun' })
    await fixture.chain.rpc('anvil_setCode', address, '0x')
    await fixture.chain.rpc('anvil_setNonce', address, '0x0')
  }, 60_000)
  afterAll(() => fixture.close())

  const openTrader = async () => {
    const { maxGas, largeBlocks, maxGasPrice } = getNetworkEntry('hyperevm')
    return (
      await fixture.openWith({
        maxGasPrice,
        confirmations: 1,
        ...(maxGas && { maxGas }),
        ...(largeBlocks && { largeBlocks }),
      })
    ).trader
  }
  const sent = () => fixture.chain.rpc<string>('eth_getTransactionCount', trader0, 'latest')

  test('an account in small blocks is refused before it signs, with what puts it into larger ones', async () => {
    fixture.proxy.rules([answer('eth_usingBigBlocks', false), answer('eth_bigBlockGasPrice', '0x5f5e100')])
    await expect((await openTrader()).deployRouter(sandbox, 'dev0', autoConfirm())).rejects.toMatchObject({
      code: 'TRANSACTION_BUILD_FAILED',
      message: expect.stringMatching(
        /router needs \d{7} gas or more, and a block of .* holds 2000000: .* this account has not/,
      ),
      fix: [expect.stringMatching(/^for 0xf39fd6.*evmUserModify with usingBigBlocks: true/)],
    })
    expect(await sent()).toBe('0x0')
  })

  test('so is one of which the endpoint does not tell', async () => {
    await expect((await openTrader()).deployRouter(sandbox, 'dev0', autoConfirm())).rejects.toMatchObject({
      code: 'TRANSACTION_BUILD_FAILED',
      message: expect.stringContaining('the endpoint does not tell'),
      fix: [expect.stringContaining('eth_usingBigBlocks')],
    })
    expect(await sent()).toBe('0x0')
  })

  test('one in larger blocks deploys at their price, and swaps within the small ones', {
    timeout: 60_000,
  }, async () => {
    const bigPrice = 30_000_000_000n
    const price = `0x${bigPrice.toString(16)}`
    fixture.proxy.rules([answer('eth_usingBigBlocks', true), answer('eth_bigBlockGasPrice', price)])
    const trader = await openTrader()
    const { router } = await trader.deployRouter(sandbox, 'dev0', autoConfirm())
    const [tx] = router.intent?.transactions ?? []
    expect(tx?.payload.gasLimit).toBeGreaterThan(2_000_000n)
    expect(tx?.payload.fees).toMatchObject({ type: 2 })
    expect(tx?.payload.fees.type === 2 && tx.payload.fees.maxFeePerGas).toBeGreaterThanOrEqual(2n * bigPrice)
    const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 18n)
    const { intent } = await trader.swap(createSwapRequest({ request }), autoConfirm())
    expect(intent?.stage).toBe('confirmed')
    expect(intent?.transactions.at(-1)?.payload.gasLimit).toBeLessThanOrEqual(2_000_000n)
  })
})

describe('tempo', () => {
  const { name: _, rpc: __, ...traits } = getNetworkEntry('tempo')
  const addressOf = (symbol: string): Address =>
    traits.tokens.find((token) => token.symbol === symbol)?.address ?? nativeToken
  const pathUsd = addressOf('pathUSD')
  beforeAll(async () => {
    fixture = await startQuirkFixture({ chainId: traits.chainId, stack: traits.stack, router: false })
    await createTempoMarket(fixture.chain.rpc, getNetworkEntry('tempo'))
  }, 60_000)
  afterAll(() => fixture.close())

  const balanceOf = async (owner: Address): Promise<bigint> => {
    const data = callData('0x70a08231', addressWord(owner))
    return uintAt(await fixture.chain.rpc<Hex>('eth_call', { to: pathUsd, data }, 'latest'), 0)
  }
  const openTempo = () => fixture.openWith({ ...traits, confirmations: 1 })

  test('router and adapters are deployed, paid in the fee token', { timeout: 120_000 }, async () => {
    const { trader } = await openTempo()
    const before = await balanceOf(trader0)
    const { router, adapters } = await trader.deployRouter(sandbox, 'dev0', autoConfirm())
    let paid = 0n
    for (const { intent } of [router, ...adapters]) {
      expect(intent?.stage).toBe('confirmed')
      paid += ((intent?.transactions[0]?.mined?.feePaid ?? 0n) + 10n ** 12n - 1n) / 10n ** 12n
    }
    expect(router.intent?.transactions[0]?.payload.gasLimit).toBeGreaterThan(2n ** 24n)
    expect(before - (await balanceOf(trader0))).toBe(paid)
  })

  test('a swap may need more gas than other chains allow', { timeout: 60_000 }, async () => {
    const { treasury } = sandboxGround
    const { rpc } = fixture.chain
    await rpc('anvil_impersonateAccount', treasury)
    // each of them reappears on the other side, for more than a million gas
    for (const symbol of ['USDC.e', 'USDe'])
      for (let i = 0; i < 6; i++) {
        const order = { base: addressOf(symbol), raw: 10n ** 8n, isBid: false, tick: 0, flipTick: -20 - 10 * i }
        await sendFrom(rpc, { from: treasury, to: orderBooks, data: placeOrder(order) })
      }
    const { service, trader } = await openTempo()
    const request = createQuoteRequest(pathUsd, addressOf('USDe'), 590n * 10n ** 6n)
    const quote = await service.quote(request)
    const { intent } = await trader.swap(createSwapRequest({ id: quote.id }), autoConfirm())
    expect(intent?.stage).toBe('confirmed')
    expect(intent?.trade?.bought).toBe(quote.route.amountOut)
    const swap = intent?.transactions.at(-1)
    expect(swap?.payload.gasLimit).toBeGreaterThan(2n ** 24n)
  })

  test('a token whose policy shuts our contracts out is refused before a swap is signed', {
    timeout: 60_000,
  }, async () => {
    const { rpc } = fixture.chain
    const { trader } = await openTempo()
    const request = createQuoteRequest(addressOf('USDC.e'), pathUsd, 100n * 10n ** 6n)
    const before = await trader.swap(createSwapRequest({ request }), autoConfirm())
    expect(before.intent?.stage).toBe('confirmed')

    const registry = evm('0x403c000000000000000000000000000000000000')
    const calls = new Interface([
      'function policyIdCounter() view returns (uint64)',
      'function createPolicyWithAccounts(address,uint8,address[]) returns (uint64)',
      'function changeTransferPolicyId(uint64)',
    ])
    const id = BigInt(
      await rpc<Hex>('eth_call', { to: registry, data: calls.encodeFunctionData('policyIdCounter') }, 'latest'),
    )
    const { treasury } = sandboxGround
    const send = async (to: Address, name: string, ...args: unknown[]) =>
      sendFrom(rpc, { from: treasury, to, data: hex(calls.encodeFunctionData(name, args)) })
    await send(registry, 'createPolicyWithAccounts', treasury, 1, [adapterAddress['tempo-dex']]) // 1: these may not
    await send(addressOf('USDC.e'), 'changeTransferPolicyId', id)

    const sent = await rpc<string>('eth_getTransactionCount', trader0, 'latest')
    await expect(trader.swap(createSwapRequest({ request }), autoConfirm())).rejects.toMatchObject({
      code: 'ESTIMATE_GAS_FAILED',
    })
    // the approval alone
    expect(Number(await rpc('eth_getTransactionCount', trader0, 'latest'))).toBe(Number(sent) + 1)
  })
})
